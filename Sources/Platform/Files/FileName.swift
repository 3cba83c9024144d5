// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Makes names of files that any file system allows.
package enum FileName {
  /// Returns a name with `/` as `__` and other octets as `%NN`, except letters, digits, `.`, `_`,
  /// `-`, `=` and `,`. A long name is cut and gets a hash of the whole, so that names stay unique.
  package static func safe(_ name: String) -> String {
    var result = ""
    for octet in name.utf8 {
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "."):
        result.unicodeScalars.append(Unicode.Scalar(octet))
      case UInt8(ascii: "/"): result += "__"
      default: result += "%" + octet.hex(digits: 2)
      }
    }
    if result.hasPrefix(".") { result = "%2e" + result.dropFirst() }
    guard result.utf8.count > 180 else { return result }
    return result.prefix(160) + "-" + FNV1a(name).bits.hex(digits: 16)
  }
}
