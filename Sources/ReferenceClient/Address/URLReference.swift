// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Resolution of URI references, such as those in Location (RFC 3986 5.2).
enum URLReference {
  /// The URL of a reference, resolved against `base`.
  static func resolve(
    _ reference: Octets, at base: WebAddress, opensWebSocket: Bool = false
  ) throws(AddressError) -> WebAddress {
    let octets = reference.array
    if hasScheme(octets) {
      return normalised(
        try WebAddress(reference.latin1, opensWebSocket: opensWebSocket))
    }
    guard !octets.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .controlCharacter }
    if octets.starts(with: "//".utf8) {
      return normalised(try WebAddress("\(base.origin.scheme):\(reference.latin1)"))
    }
    var address = base
    address.userinfo = nil
    let text = octets.prefix { $0 != UInt8(ascii: "#") }
    if text.isEmpty {
      return address
    } else if text.first == UInt8(ascii: "/") {
      address.target = WebAddress.target(text)
    } else if text.first == UInt8(ascii: "?") {
      address.target = WebAddress.target(Array(base.path.utf8) + text)
    } else {
      let path = Array(base.path.utf8)
      let folder = path[...(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
      address.target = WebAddress.target(folder + text)
    }
    return normalised(address)
  }

  private static func normalised(_ address: WebAddress) -> WebAddress {
    var address = address
    let path = address.path
    address.target = Paths.withoutDotSegments(path) + address.target.dropFirst(path.count)
    return address
  }

  /// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), followed by a colon
  static func hasScheme(_ octets: [UInt8]) -> Bool {
    guard let first = octets.first, isLetter(first) else { return false }
    for octet in octets {
      switch octet {
      case UInt8(ascii: ":"): return true
      case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): continue
      default: guard isLetter(octet) else { return false }
      }
    }
    return false
  }

  private static func isLetter(_ octet: UInt8) -> Bool {
    (0x61...0x7A).contains(octet | 0x20)
  }
}
