// SPDX-License-Identifier: Apache-2.0

extension Octets {
  /// The octets as user or password in a URL's userinfo (RFC 3986 3.2.1). Only unreserved
  /// characters are not escaped:
  ///
  ///     unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
  package var percentEncoded: String {
    var text = ""
    for octet in bytes {
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(octet))
      default:
        text += "%\(octet.hex(digits: 2, uppercase: true))"
      }
    }
    return text
  }
}
