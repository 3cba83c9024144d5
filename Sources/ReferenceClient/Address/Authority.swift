// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// authority = [ userinfo "@" ] host [ ":" port ] (RFC 3986 3.2).
struct Authority: Hashable, Sendable {
  var userinfo: WebAddress.Userinfo?
  var host: String
  var port: UInt16
  /// The host as it is spelled.
  var hostAsWritten: String
  /// `true` if the URL has an explicit port.
  var isPortWritten: Bool

  init(_ octets: ArraySlice<UInt8>, usualPort: UInt16) throws(AddressError) {
    var rest = octets
    if let at = rest.firstIndex(of: UInt8(ascii: "@")) {
      userinfo = try Authority.userinfo(rest[..<at])
      rest = rest[(at + 1)...]
    }
    var name = rest
    var digits: ArraySlice<UInt8> = []
    if rest.first == UInt8(ascii: "[") {
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { throw .malformedAuthority }
      name = rest[(rest.startIndex + 1)..<close]
      let tail = rest[(close + 1)...]
      guard tail.isEmpty || tail.first == UInt8(ascii: ":") else { throw .malformedAuthority }
      digits = tail.dropFirst()
      guard Authority.isAddress(name) else { throw .malformedAuthority }
    } else {
      if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
        name = rest[..<colon]
        digits = rest[(colon + 1)...]
      }
      guard name.allSatisfy({ Authority.isNameCharacter($0) || $0 >= 0x80 }) else {
        throw .malformedAuthority
      }
    }
    guard !name.isEmpty, let text = String(validating: name, as: UTF8.self),
      let converted = InternationalName.aLabels(of: text)
    else { throw .malformedAuthority }
    hostAsWritten = text
    isPortWritten = !digits.isEmpty
    host = converted.lowercasedInASCII
    if digits.isEmpty {
      port = usualPort
    } else {
      guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.count <= 5,
        let number = UInt16(String(decoding: digits, as: UTF8.self)), number > 0
      else { throw .malformedAuthority }
      port = number
    }
  }

  /// userinfo = *( unreserved / pct-encoded / sub-delims / ":" ) (RFC 3986 3.2.1)
  private static func userinfo(
    _ octets: ArraySlice<UInt8>
  ) throws(AddressError) -> WebAddress.Userinfo {
    guard
      octets.allSatisfy({
        isNameCharacter($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%")
      })
    else { throw .malformedAuthority }
    let parts = octets.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let user = parts.first.flatMap({ PercentEncoding.decode($0) }) else {
      throw .malformedAuthority
    }
    guard parts.count == 2 else { return WebAddress.Userinfo(user: user, password: nil) }
    guard let password = PercentEncoding.decode(parts[1]) else { throw .malformedAuthority }
    return WebAddress.Userinfo(user: user, password: password)
  }

  /// reg-name = *( unreserved / pct-encoded / sub-delims ), without percent signs and octets
  /// outside of ASCII.
  private static func isNameCharacter(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
      true
    default: false
    }
  }

  /// IPv6addrz = IPv6address "%25" ZoneID; ZoneID = 1*( unreserved / pct-encoded ) (RFC 6874 2).
  ///
  /// Only a proxy can interpret its own zone, so the text stays unchanged.
  private static func isAddress(_ octets: ArraySlice<UInt8>) -> Bool {
    guard let percent = octets.firstIndex(of: UInt8(ascii: "%")) else {
      return octets.allSatisfy(isAddressCharacter)
    }
    let zone = octets[percent...].dropFirst(3)
    return octets[..<percent].allSatisfy(isAddressCharacter)
      && octets[percent...].starts(with: "%25".utf8) && !zone.isEmpty
      && zone.allSatisfy(isNameCharacter)
  }

  /// The characters of an IPv6 address.
  private static func isAddressCharacter(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x30...0x3A, 0x41...0x46, 0x61...0x66, UInt8(ascii: "."): true
    default: false
    }
  }
}
