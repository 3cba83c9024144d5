// SPDX-License-Identifier: Apache-2.0

/// The first token of SPNEGO, from the client (RFC 4178 4.2.1).
///
///     NegTokenInit ::= SEQUENCE {
///         mechTypes       [0] MechTypeList,
///         reqFlags        [1] ContextFlags  OPTIONAL,
///         mechToken       [2] OCTET STRING  OPTIONAL,
///         mechListMIC     [3] OCTET STRING  OPTIONAL,
///         ... }
package struct NegotiationOffer: Hashable, Sendable {
  /// The mechanisms in the client's order of preference.
  package var mechanisms: [MechanismIdentifier]
  /// The bits of reqFlags, the first as the most significant; `nil` if it is omitted. "the
  /// initiator SHOULD omit this reqFlags field" (RFC 4178 4.2.1)
  package var requestedFlags: UInt32?
  /// The first token of the preferred mechanism.
  package var mechanismToken: Octets?
  /// The checksum of the list of mechanisms.
  package var listChecksum: Octets?

  /// Parses the content of `[0]` in a NegotiationToken.
  init(_ reader: inout DERReader) throws(DERError) {
    typealias Tag = DERReader.Tag
    var fields = try reader.content(Tag.sequence)
    var types = try fields.content(Tag.context(0))
    var list = try types.content(Tag.sequence)
    try types.end()
    mechanisms = []
    while !list.isAtEnd { mechanisms.append(try list.objectIdentifier()) }
    if var flags = try fields.optionalContent(Tag.context(1)) {
      requestedFlags = try flags.bits()
      try flags.end()
    }
    mechanismToken = try fields.optionalOctets(2)
    listChecksum = try fields.optionalOctets(3)
    // Later versions may add fields.
    while !fields.isAtEnd { try fields.skip() }
  }
}

extension DERReader {
  /// Reads an OCTET STRING in `[number]`; returns `nil` if the next element is another.
  mutating func optionalOctets(_ number: UInt8) throws(DERError) -> Octets? {
    guard var field = try optionalContent(Tag.context(number)) else { return nil }
    let octets = try field.octetString()
    try field.end()
    return octets
  }
}
