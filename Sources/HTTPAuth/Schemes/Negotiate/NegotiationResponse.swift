// SPDX-License-Identifier: Apache-2.0

/// Any token of SPNEGO after the first, from either side (RFC 4178 4.2.2).
///
///     NegTokenResp ::= SEQUENCE {
///         negState       [0] ENUMERATED {
///             accept-completed    (0),
///             accept-incomplete   (1),
///             reject              (2),
///             request-mic         (3)
///         }                                 OPTIONAL,
///         supportedMech   [1] MechType      OPTIONAL,
///         responseToken   [2] OCTET STRING  OPTIONAL,
///         mechListMIC     [3] OCTET STRING  OPTIONAL,
///         ... }
package struct NegotiationResponse: Hashable, Sendable {
  /// The state of the negotiation.
  package enum State: Int, Hashable, Sendable, CaseIterable {
    case acceptCompleted = 0
    case acceptIncomplete = 1
    case reject = 2
    case requestMIC = 3
  }

  package var state: State?
  /// The mechanism that the server has chosen.
  package var mechanism: MechanismIdentifier?
  /// A token of this mechanism.
  package var mechanismToken: Octets?
  /// The checksum of the list of mechanisms.
  package var listChecksum: Octets?

  /// Parses the content of `[1]` in a NegotiationToken.
  init(_ reader: inout DERReader) throws(DERError) {
    typealias Tag = DERReader.Tag
    var fields = try reader.content(Tag.sequence)
    if var field = try fields.optionalContent(Tag.context(0)) {
      let start = field
      guard let known = State(rawValue: try field.number(Tag.enumerated)) else {
        throw start.error(.badValue)
      }
      state = known
      try field.end()
    }
    if var field = try fields.optionalContent(Tag.context(1)) {
      mechanism = try field.objectIdentifier()
      try field.end()
    }
    mechanismToken = try fields.optionalOctets(2)
    listChecksum = try fields.optionalOctets(3)
    // Later versions may add fields.
    while !fields.isAtEnd { try fields.skip() }
  }
}
