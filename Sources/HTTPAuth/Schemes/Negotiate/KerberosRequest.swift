// SPDX-License-Identifier: Apache-2.0

/// The unencrypted parts of a client's first Kerberos token, which holds an AP-REQ (RFC 4121 4.1,
/// RFC 4120 5.5.1).
package struct KerberosRequest: Hashable, Sendable {
  /// The realm of the service that the ticket is for.
  package var realm: Octets
  /// The parts of the service's name: `HTTP` and a host.
  package var service: [Octets]
  /// `true` if the client demands that the server proves itself (mutual-required).
  package var isMutual: Bool
  /// The number of the ticket's encryption type.
  package var encryptionType: Int
  /// The number of the service's key.
  package var keyVersion: Int?
  /// The encrypted authenticator. It differs in each request unless a request is replayed.
  package var authenticator: Octets

  /// Parses the part of a first token after the mechanism's identifier.
  ///
  /// RFC 4121 4.1: the token ID of KRB_AP_REQ is 01 00.
  ///
  ///     AP-REQ          ::= [APPLICATION 14] SEQUENCE {
  ///             pvno            [0] INTEGER (5),
  ///             msg-type        [1] INTEGER (14),
  ///             ap-options      [2] APOptions,
  ///             ticket          [3] Ticket,
  ///             authenticator   [4] EncryptedData -- Authenticator }
  ///     Ticket          ::= [APPLICATION 1] SEQUENCE {
  ///             tkt-vno         [0] INTEGER (5),
  ///             realm           [1] Realm,
  ///             sname           [2] PrincipalName,
  ///             enc-part        [3] EncryptedData -- EncTicketPart }
  package init(tokenBody body: Octets) throws(DERError) {
    typealias Tag = DERReader.Tag
    guard body.starts(with: [0x01, 0x00]) else {
      throw DERError(offset: 0, problem: body.count < 2 ? .endsTooEarly : .badValue)
    }
    var reader = DERReader(body.bytes.dropFirst(2))
    var request = try reader.content(Tag.application(14))
    try reader.end()
    var fields = try request.content(Tag.sequence)
    try fields.number(5, in: 0)
    try fields.number(14, in: 1)
    var options = try fields.content(Tag.context(2))
    // RFC 4120 5.5.1: APOptions are reserved(0), use-session-key(1), mutual-required(2).
    isMutual = try options.bits() & 0x2000_0000 != 0
    var ticket = try fields.content(Tag.context(3))
    var place = try ticket.content(Tag.application(1))
    var parts = try place.content(Tag.sequence)
    try parts.number(5, in: 0)
    var field = try parts.content(Tag.context(1))
    realm = try field.content(Tag.generalString).rest
    field = try parts.content(Tag.context(2))
    service = try field.principalName()
    field = try parts.content(Tag.context(3))
    (encryptionType, keyVersion, _) = try field.encryptedData()
    field = try fields.content(Tag.context(4))
    (_, _, authenticator) = try field.encryptedData()
  }
}

extension DERReader {
  /// Reads a number in `[place]`, which must be `value`.
  fileprivate mutating func number(_ value: Int, in place: UInt8) throws(DERError) {
    var field = try content(Tag.context(place))
    guard try field.number() == value else { throw field.error(.badValue) }
    try field.end()
  }

  /// RFC 4120 5.2.2: PrincipalName ::= SEQUENCE { name-type [0] Int32, name-string [1] SEQUENCE OF
  /// KerberosString }
  fileprivate mutating func principalName() throws(DERError) -> [Octets] {
    var fields = try content(Tag.sequence)
    var type = try fields.content(Tag.context(0))
    _ = try type.number()
    var field = try fields.content(Tag.context(1))
    var list = try field.content(Tag.sequence)
    var parts: [Octets] = []
    while !list.isAtEnd { parts.append(try list.content(Tag.generalString).rest) }
    return parts
  }

  /// RFC 4120 5.2.9: EncryptedData ::= SEQUENCE { etype [0] Int32, kvno [1] UInt32 OPTIONAL, cipher
  /// [2] OCTET STRING }
  fileprivate mutating func encryptedData() throws(DERError) -> (
    type: Int, keyVersion: Int?, cipher: Octets
  ) {
    var fields = try content(Tag.sequence)
    var field = try fields.content(Tag.context(0))
    let type = try field.number()
    var version: Int?
    if var field = try fields.optionalContent(Tag.context(1)) { version = try field.number() }
    field = try fields.content(Tag.context(2))
    return (type, version, try field.octetString())
  }
}
