// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Elements of DER, right or wrong, for tests of what reads them.
enum DERBuilder {
  static let spnego: [UInt8] = [0x06, 6, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x02]
  static let kerberos: [UInt8] = [
    0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x12, 0x01, 0x02, 0x02,
  ]
  static let ntlm: [UInt8] = [
    0x06, 10, 0x2B, 0x06, 0x01, 0x04, 0x01, 0x82, 0x37, 0x02, 0x02, 0x0A,
  ]
  static let ntlmMessage = Array("NTLMSSP\0".utf8) + [1, 0, 0, 0]

  static func element(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let content = Array(parts.joined())
    var size: [UInt8] = []
    var rest = content.count
    while rest > 0 {
      size.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    let length = content.count < 0x80 ? [UInt8(content.count)] : [0x80 | UInt8(size.count)] + size
    return [tag] + length + content
  }

  /// A first token of SPNEGO.
  static func offer(
    _ mechanisms: [[UInt8]], flags: [UInt8]? = nil, token: [UInt8]? = nil, checksum: [UInt8]? = nil,
    more: [UInt8] = []
  ) -> [UInt8] {
    element(
      0x60, spnego,
      element(
        0xA0,
        element(
          0x30, element(0xA0, element(0x30, Array(mechanisms.joined()))),
          flags.map { element(0xA1, element(0x03, $0)) } ?? [],
          token.map { element(0xA2, element(0x04, $0)) } ?? [],
          checksum.map { element(0xA3, element(0x04, $0)) } ?? [], more)))
  }

  /// A Kerberos request for HTTP/www.example in the realm EXAMPLE, with its frame.
  static func kerberosToken(options: [UInt8] = [0, 0x20, 0, 0, 0]) -> [UInt8] {
    func number(_ value: UInt8) -> [UInt8] { element(0x02, [value]) }
    func text(_ text: String) -> [UInt8] { element(0x1B, Array(text.utf8)) }
    let encrypted = element(
      0x30, element(0xA0, number(18)), element(0xA1, number(3)),
      element(0xA2, element(0x04, [1, 2, 3])))
    let ticket = element(
      0x61,
      element(
        0x30, element(0xA0, number(5)), element(0xA1, text("EXAMPLE")),
        element(
          0xA2,
          element(
            0x30, element(0xA0, number(3)),
            element(0xA1, element(0x30, text("HTTP"), text("www.example"))))),
        element(0xA3, encrypted)))
    let authenticator = element(
      0x30, element(0xA0, number(18)), element(0xA2, element(0x04, [9, 8])))
    let request = element(
      0x6E,
      element(
        0x30, element(0xA0, number(5)), element(0xA1, number(14)),
        element(0xA2, element(0x03, options)), element(0xA3, ticket), element(0xA4, authenticator)))
    return element(0x60, kerberos, [1, 0], request)
  }
}
