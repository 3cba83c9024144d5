// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth

/// A client that answers a Digest challenge correctly, apart from the changes.
struct DigestTestClient {
  var challenge: DigestChallenge
  var user: Octets
  var password: Octets
  var method: Octets = "POST"
  var target: Octets = "/dir/doc%20s?q=1&r=%41"
  var body: Octets = "some body"
  var qop: DigestQop?
  var nc: Octets = "0000000a"
  var cnonce: Octets = "0a4F113b+/=="
  var hashesUser = false

  /// Changes the computation before the response is computed.
  var changeComputation: (inout DigestComputation) -> Void = { _ in }
  /// Changes the parameters after the response is computed.
  var changeParameters: (inout [AuthParameter]) -> Void = { _ in }

  var algorithm: DigestAlgorithm { challenge.algorithm ?? DigestAlgorithm(.md5) }

  var fieldValue: Octets {
    var computation = DigestComputation(
      function: algorithm.function,
      session: algorithm.isSession ? .init(nonce: challenge.nonce, cnonce: cnonce) : nil,
      user: user, realm: challenge.realm, password: password, nonce: challenge.nonce,
      protection: qop.map { .init(qop: $0.name, nc: nc, cnonce: cnonce) }, method: method,
      uri: target, body: qop == .authInt ? body : nil)
    changeComputation(&computation)
    let username =
      hashesUser
      ? DigestComputation.hashedUser(user, realm: challenge.realm, by: algorithm.function) : user
    var parameters: [AuthParameter] = []
    func add(_ name: Octets, _ value: Octets?, _ form: AuthParameter.Form) {
      if let value { parameters.append(.init(name: name, value: value, form: form)) }
    }
    add("username", username, .quotedString)
    add("realm", challenge.realm, .quotedString)
    add("nonce", challenge.nonce, .quotedString)
    add("uri", target, .quotedString)
    add("algorithm", challenge.algorithmName, .token)
    add("response", computation.response, .quotedString)
    add("opaque", challenge.opaque, .quotedString)
    if let qop {
      add("qop", qop.name, .token)
      add("nc", nc, .token)
      add("cnonce", cnonce, .quotedString)
    } else if algorithm.isSession {
      add("cnonce", cnonce, .quotedString)
    }
    if hashesUser { add("userhash", "true", .token) }
    changeParameters(&parameters)
    return Credentials(scheme: "Digest", parameters: parameters).fieldValue
  }
}

extension [AuthParameter] {
  /// Replaces the value of a parameter; `nil` removes the parameter.
  mutating func set(_ name: Octets, _ value: Octets?) {
    for index in indices.reversed() where self[index].name == name {
      if let value { self[index].value = value } else { remove(at: index) }
    }
  }

  mutating func rename(_ name: Octets, _ other: Octets) {
    for index in indices where self[index].name == name { self[index].name = other }
  }
}
