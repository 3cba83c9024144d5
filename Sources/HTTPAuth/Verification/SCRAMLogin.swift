// SPDX-License-Identifier: Apache-2.0

/// A login of SCRAM that a client has begun (RFC 7804 5).
package struct SCRAMLogin: Hashable, Sendable {
  /// The server's name for the login.
  package var sid: Octets
  /// The client's first message, decoded.
  package var first: Octets
  /// The server's first message, decoded.
  package var reply: Octets

  package init(sid: Octets, first: Octets, reply: Octets) {
    self.sid = sid
    self.first = first
    self.reply = reply
  }
}

/// The contents of a client's messages of SCRAM, and the server's answer to the last one.
package struct SCRAMAnswer: Hashable, Sendable {
  package var realm: Octets?
  package var sid: Octets?
  /// `n`: the user, decoded; only the first message has it.
  package var user: Octets?
  /// `r`: the nonce.
  package var nonce: Octets?
  /// The flag of channel binding in the first message: `n`, `y` or `p`.
  package var flag: Octets?
  /// `c`: the header of the first message, in base 64; only the last message has it.
  package var binding: Octets?
  /// ServerSignature, which proves to the client that the server knows the password; `nil` unless
  /// the client's proof is valid.
  package var serverSignature: Octets?

  private static let parts: [(name: Octets, value: @Sendable (SCRAMAnswer) -> Octets?)] = [
    ("realm", { $0.realm }), ("sid", { $0.sid }), ("user", { $0.user }), ("nonce", { $0.nonce }),
    ("flag", { $0.flag }), ("binding", { $0.binding }),
  ]

  /// The names that scenarios use for the parts of a message.
  package static var names: [Octets] { parts.map(\.name) }

  /// The part of that name; `nil` if the message does not have it.
  package func value(named name: Octets) -> Octets? {
    SCRAMAnswer.parts.first { $0.name == name }?.value(self)
  }
}

extension Credentials {
  /// Parses credentials of SCRAM with `data` without quotes; `nil` for any other credentials. RFC
  /// 7804 5 writes it like this, although base64 has characters that a token cannot have.
  package init?(scramWithoutQuotes value: Octets) {
    var parser = FieldParser(value, rule: .credentials, hasBareText: true)
    parser.read()
    guard parser.failure == nil, parser.token68 == nil, let scheme = parser.scheme,
      AuthScheme(scheme) == .scram
    else { return nil }
    self.init(scheme: scheme, parameters: parser.parameters)
  }
}
