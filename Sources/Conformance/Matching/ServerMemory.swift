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
  mutating func learn(from challenges: [Challenge]) {
    // The first are the reply's own, in one piece.
    if issued.isEmpty { issued = challenges } else { issued.append(contentsOf: challenges) }
  }

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
      learn(from: line)
      if let other = line.withShortFolds { learn(from: other) }
      if let other = line.withBlanksForControls { learn(from: other) }
    }
    // Lines of one field are one list (RFC 9110 5.3): a line may go on with the challenge of the one before it.
    if challenges.count > 1 {
      let whole = Octets(joining: challenges)
      for reading in [whole, whole.withShortFolds, whole.withBlanksForControls].compactMap({ $0 }) {
        for challenge in ChallengeList(parsing: reading).challenges
        where !issued.contains(challenge) { learn(from: challenge) }
      }
    }
    guard !info.isEmpty else { return }
    // Lines are one list (RFC 9110 5.3); one that cannot be read must not hide what stands in the next.
    var nonces: [Octets] = []
    for reading in [AuthenticationInfo(parsing: info)]
      + (info + info.compactMap(\.withShortFolds) + info.compactMap(\.withBlanksForControls))
      .map({ AuthenticationInfo(parsing: $0) })
    {
      guard let nonce = reading.value(of: "nextnonce"), !nonces.contains(nonce) else { continue }
      nonces.append(nonce)
      learn(nextNonce: nonce)
    }
  }

  private mutating func learn(from line: Octets) {
    for challenge in ChallengeList(parsing: line).challenges { learn(from: challenge) }
  }

  private mutating func learn(from challenge: Challenge) {
    issued.append(challenge)
    if let other = challenge.withLastOfDuplicates { issued.append(other) }
  }

  /// The next nonce is for whichever of the latest challenges was answered (RFC 7616 3.5).
  private mutating func learn(nextNonce nonce: Octets) {
    var renewed: [Challenge] = []
    for challenge in issued.reversed() where challenge.scheme.matches("Digest") {
      var next = challenge
      for index in next.parameters.indices where next.parameters[index].name.matches("nonce") {
        next.parameters[index].value = nonce
      }
      if !renewed.contains(next) { renewed.append(next) }
      if renewed.count == ServerMemory.mostRenewed { break }
    }
    issued.append(contentsOf: renewed.reversed())
  }

  /// Challenges of which one may have been answered; no server offers more that differ.
  private static let mostRenewed = 8

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
    guard duplicatedParameter != nil else { return nil }
    var seen: Set<Octets> = []
    var kept: [AuthParameter] = []
    for parameter in parameters.reversed()
    where seen.insert(parameter.name.asciiLowercased).inserted { kept.append(parameter) }
    var challenge = self
    challenge.parameters = kept.reversed()
    return challenge
  }
}

extension Octets {
  /// "replace each received obs-fold with one or more SP octets" (RFC 9112 5.2): how many is the client's choice. The parser
  /// writes one for each octet of a fold; this is the value with a single one for each fold. Nil where there is no fold.
  fileprivate var withShortFolds: Octets? {
    guard bytes.contains(0x0D) else { return nil }
    var octets: [UInt8] = []
    var rest = bytes
    // What stands behind the last fold: a fold takes no blank of the one before it.
    var start = 0
    while let octet = rest.first {
      let behind = rest.dropFirst(2)
      if octet == 0x0D, rest.dropFirst().first == 0x0A, behind.first == 0x20 || behind.first == 0x09
      {
        while octets.count > start, octets.last == 0x20 || octets.last == 0x09 {
          octets.removeLast()
        }
        octets.append(0x20)
        start = octets.count
        rest = behind.drop { $0 == 0x20 || $0 == 0x09 }
      } else {
        octets.append(octet)
        rest.removeFirst()
      }
    }
    return octets.count < count ? Octets(octets) : nil
  }

  /// "A recipient of CR, LF, or NUL within a field value MUST either reject the message or replace each of those characters
  /// with SP" (RFC 9110 5.5): the value of a client that replaces them. Nil where there is none but in folds.
  fileprivate var withBlanksForControls: Octets? {
    guard bytes.contains(where: { $0 <= 0x0D }) else { return nil }
    let unfolded = unfolded
    func isReplaced(_ octet: UInt8) -> Bool { octet == 0x00 || octet == 0x0A || octet == 0x0D }
    guard unfolded.bytes.contains(where: isReplaced) else { return nil }
    return Octets(unfolded.bytes.map { isReplaced($0) ? 0x20 : $0 })
  }
}
