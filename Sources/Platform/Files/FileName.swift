/// Names made fit for any file system.
package enum FileName {
  /// Letters, digits, `.`, `_`, `-`, `=` and `,` as they are, `/` as `__`, all else as `%NN`; long
  /// names are cut and end in a hash of the whole, so that different names stay different.
  package static func safe(_ name: String) -> String {
    var result = ""
    for octet in name.utf8 {
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "."):
        result.unicodeScalars.append(Unicode.Scalar(octet))
      case UInt8(ascii: "/"): result += "__"
      default: result += "%" + hexadecimal(UInt64(octet), digits: 2)
      }
    }
    if result.hasPrefix(".") { result = "%2e" + result.dropFirst() }
    guard result.utf8.count > 180 else { return result }
    return result.prefix(160) + "-" + hexadecimal(hash(name), digits: 16)
  }

  private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// FNV-1a, 64 bits: the same in every run, as Swift's own hashes are not.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
