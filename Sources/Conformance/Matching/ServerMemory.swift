internal import HTTPAuth
internal import TestServers

/// What one server of a case has told the client so far, and what it accepted.
///
/// The script builds it up while it plays; the judge builds the same from the recording.
struct ServerMemory: Sendable {
  /// The challenges issued so far, oldest first; a nextnonce counts as one.
  private(set) var issued: [Challenge] = []
  /// The Digest credentials that were right, for the session variants.
  private(set) var accepted: [DigestFields] = []
  /// The connection of the latest request.
  private(set) var lastConnection: Int?

  /// Takes in challenges that were issued.
  mutating func learn(from challenges: [Challenge]) { issued.append(contentsOf: challenges) }

  /// Takes in what a reply tells the client.
  mutating func learn(from reply: Reply, kind: ServerConfiguration.Kind) {
    switch reply.content {
    case .response(let response):
      learn(from: response.head.fields, kind: kind)
    case .raw(let octets):
      learn(from: RawResponse.fields(of: octets), kind: kind)
    case .nothing, .tunnel: break
    }
  }

  private mutating func learn(from fields: FieldSection, kind: ServerConfiguration.Kind) {
    guard !fields.isEmpty else { return }
    let challenges: [Octets]
    let info: [Octets]
    switch kind {
    case .origin:
      challenges = fields.values(of: "WWW-Authenticate")
      info = fields.values(of: "Authentication-Info")
    case .proxy:
      challenges = fields.values(of: "Proxy-Authenticate")
      info = fields.values(of: "Proxy-Authentication-Info")
    }
    // A line that cannot be read must not hide the challenges of the lines behind it: a client may use them (RFC 9110 15.5.2).
    for line in challenges {
      for challenge in ChallengeList(parsing: line).challenges {
        issued.append(challenge)
        if let other = challenge.withLastOfDuplicates { issued.append(other) }
      }
    }
    guard !info.isEmpty, let nonce = AuthenticationInfo(parsing: info).value(of: "nextnonce"),
      var next = issued.last(where: { $0.scheme.matches("Digest") })
    else { return }
    for index in next.parameters.indices where next.parameters[index].name.matches("nonce") {
      next.parameters[index].value = nonce
    }
    issued.append(next)
  }

  /// Takes in a request and what its credentials turned out to be.
  mutating func learn(from request: CredentialsReading?, connection: Int) {
    lastConnection = connection
    if case .verified(.valid(let proof)) = request, let digest = proof.digest {
      accepted.append(digest)
    }
  }
}

extension Challenge {
  /// "each parameter name MUST only occur once per challenge" (RFC 9110 11.2): which of a duplicate counts is the client's
  /// choice. The first counts in the challenge as it is; this is the one where the last does. Nil where no name comes twice.
  fileprivate var withLastOfDuplicates: Challenge? {
    guard parameters.count > 1 else { return nil }
    var seen: Set<Octets> = []
    var kept: [AuthParameter] = []
    for parameter in parameters.reversed()
    where seen.insert(parameter.name.asciiLowercased).inserted { kept.append(parameter) }
    guard kept.count < parameters.count else { return nil }
    var challenge = self
    challenge.parameters = kept.reversed()
    return challenge
  }
}
