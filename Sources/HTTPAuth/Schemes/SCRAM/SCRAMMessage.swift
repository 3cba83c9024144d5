// SPDX-License-Identifier: Apache-2.0

/// A message of SCRAM: attributes of one letter, separated by commas (RFC 5802 5.1, 7).
///
///     attr-val        = ALPHA "=" value
///     client-first    = gs2-header username "," nonce ["," extensions]
///     server-first    = nonce "," salt "," iteration-count ["," extensions]
///     client-final    = channel-binding "," nonce ["," extensions] "," proof
///     server-final    = server-error / verifier
struct SCRAMMessage {
  /// The header before the attributes of a client's first message: `n,,`.
  ///
  ///     gs2-header = gs2-cbind-flag "," [ authzid ] ","
  private(set) var header: Octets?
  /// The message without the header.
  let bare: Octets
  private var attributes: [(letter: UInt8, value: Octets)] = []

  /// Parses a message; `nil` if a part of it is not an attribute.
  init?(parsing message: Octets, hasHeader: Bool = false) {
    var rest = message.bytes
    if hasHeader {
      let commas = rest.indices.filter { rest[$0] == 0x2C }
      guard commas.count >= 2 else { return nil }
      header = Octets(rest[...commas[1]])
      rest = rest[(commas[1] + 1)...]
    }
    bare = Octets(rest)
    for part in rest.split(separator: 0x2C, omittingEmptySubsequences: false) {
      guard part.count >= 2, let letter = part.first, letter.isASCIILetter,
        part[part.startIndex + 1] == UInt8(ascii: "=")
      else { return nil }
      attributes.append((letter, Octets(part.dropFirst(2))))
    }
  }

  /// The value of the first attribute with that letter.
  func value(_ letter: Character) -> Octets? {
    attributes.first { Character(Unicode.Scalar($0.letter)) == letter }?.value
  }

  /// The user name, with `=2C` and `=3D` decoded; `nil` if there is none, or if it has any other
  /// equals sign (RFC 5802 5.1).
  var user: Octets? {
    guard let written = value("n") else { return nil }
    var octets: [UInt8] = []
    var index = written.bytes.startIndex
    while index < written.bytes.endIndex {
      let octet = written.bytes[index]
      guard octet == UInt8(ascii: "=") else {
        octets.append(octet)
        index += 1
        continue
      }
      let code = Octets(written.bytes[(index + 1)...].prefix(2))
      guard code == "2C" || code == "3D" else { return nil }
      octets.append(code == "2C" ? 0x2C : 0x3D)
      index += 3
    }
    return Octets(octets)
  }
}
