// SPDX-License-Identifier: Apache-2.0

extension Octets {
  /// The octets as user or password in a URL's userinfo (RFC 3986 3.2.1). All but unreserved
  /// characters are escaped:
  ///
  ///     unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
  package var percentEncoded: String {
    var text = ""
    for octet in bytes {
      if octet.isASCIILetter || octet.isASCIIDigit || "-._~".utf8.contains(octet) {
        text.unicodeScalars.append(Unicode.Scalar(octet))
      } else {
        text += "%\(octet.hex(digits: 2, uppercase: true))"
      }
    }
    return text
  }

  /// The octets with each `%` HEXDIG HEXDIG turned into the octet it stands for (RFC 3986 2.1); any
  /// other `%` is kept.
  package var percentDecoded: Octets {
    guard bytes.contains(UInt8(ascii: "%")) else { return self }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), bytes.endIndex - index > 2,
        let high = bytes[index + 1].hexDigitValue, let low = bytes[index + 2].hexDigitValue
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return Octets(decoded)
  }
}
