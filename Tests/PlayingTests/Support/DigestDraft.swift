// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
import Transcripts

/// Digest credentials in the making: right as they come, wrong in whatever a test changes.
struct DigestDraft {
  var user: Octets = "alice"
  var password: Octets = "open sesame"
  var realm: Octets = ""
  var nonce: Octets = ""
  var qop: Octets? = "auth"
  var nc: Octets = "00000001"
  var cnonce: Octets = "c-0123456789abcdef"
  var opaque: Octets?
  var algorithm: Octets?
  var method: Octets = "GET"
  var uri: Octets = "/"
  var body: Octets = ""
  /// Parameters that are not what the response was made from: name -> value, nil to leave it out.
  var altered: [(name: Octets, value: Octets?)] = []
  /// Parameters to be written in the other form.
  var otherwiseQuoted: Set<Octets> = []

  /// An answer to the first Digest challenge of a response.
  init(_ response: ClientResponse, uri: Octets = "/", field: Octets = "WWW-Authenticate") {
    let challenges = response.fields.values(named: field)
      .flatMap { ChallengeList(parsing: $0).challenges }
    let challenge =
      challenges.first { $0.scheme.matches("Digest") } ?? Challenge(scheme: "Digest")
    realm = challenge.value(of: "realm") ?? ""
    nonce = challenge.value(of: "nonce") ?? ""
    opaque = challenge.value(of: "opaque")
    algorithm = challenge.value(of: "algorithm")
    qop = challenge.value(of: "qop").map { $0 == "auth-int" ? "auth-int" : "auth" }
    self.uri = uri
  }

  /// The field value.
  var value: Octets {
    let algorithm = DigestAlgorithm(algorithm ?? "MD5")
    let computation = DigestComputation(
      function: algorithm?.function ?? .md5,
      session: algorithm?.isSession == true ? .init(nonce: nonce, cnonce: cnonce) : nil,
      user: user, realm: realm, password: password, nonce: nonce,
      protection: qop.map { .init(qop: $0, nc: nc, cnonce: cnonce) }, method: method, uri: uri,
      body: qop == "auth-int" ? body : nil)
    var parameters: [AuthParameter] = [
      .init(name: "username", value: user, form: .quotedString),
      .init(name: "realm", value: realm, form: .quotedString),
      .init(name: "nonce", value: nonce, form: .quotedString),
      .init(name: "uri", value: uri, form: .quotedString),
      .init(name: "response", value: computation.response, form: .quotedString),
    ]
    if let name = self.algorithm {
      parameters.append(.init(name: "algorithm", value: name, form: .token))
    }
    if let qop {
      parameters.append(.init(name: "qop", value: qop, form: .token))
      parameters.append(.init(name: "nc", value: nc, form: .token))
      parameters.append(.init(name: "cnonce", value: cnonce, form: .quotedString))
    }
    if let opaque { parameters.append(.init(name: "opaque", value: opaque, form: .quotedString)) }
    for (name, value) in altered {
      let place = parameters.firstIndex { $0.name == name }
      switch (place, value) {
      case (let place?, let value?): parameters[place].value = value
      case (let place?, nil): parameters.remove(at: place)
      case (nil, let value?):
        parameters.append(.init(name: name, value: value, form: .quotedString))
      case (nil, nil): break
      }
    }
    for index in parameters.indices where otherwiseQuoted.contains(parameters[index].name) {
      parameters[index].form = parameters[index].form == .token ? .quotedString : .token
    }
    return Credentials(scheme: "Digest", parameters: parameters).fieldValue
  }

  /// The same with something changed.
  func with(_ change: (inout DigestDraft) -> Void) -> DigestDraft {
    var draft = self
    change(&draft)
    return draft
  }
}

/// Basic credentials (RFC 7617 2).
func basic(_ user: Octets = "alice", _ password: Octets = "open sesame") -> Octets {
  let pair = Octets(user.array + [0x3A] + password.array)
  return Octets(Array("Basic ".utf8) + pair.base64.array)
}
