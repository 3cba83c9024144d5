// SPDX-License-Identifier: Apache-2.0

/// Host names with letters outside ASCII (RFC 5890 2.3.2).
package enum InternationalName {
  /// Returns the name in lower case with each U-label replaced by its A-label: `xn--` and the label
  /// in Punycode. A name in ASCII stays as it is. `nil` if a label is too long or empty.
  ///
  /// The name must be in Unicode normalization form C; this is not checked.
  package static func aLabels(of name: String) -> String? {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
    var labels: [String] = []
    let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    for (index, label) in parts.enumerated() {
      let isASCII = label.utf8.allSatisfy { $0 < 0x80 }
      let converted = isASCII ? String(label) : "xn--" + punycode(label.unicodeScalars.map(\.value))
      // "Labels that are in the DNS are limited to 63 octets" (RFC 1034 3.1).
      guard converted.utf8.count <= 63, !label.isEmpty || index == parts.count - 1 else {
        return nil
      }
      labels.append(converted)
    }
    return labels.joined(separator: ".")
  }

  /// The parameters of Punycode (RFC 3492 5).
  private enum Parameter {
    static let base = 36
    static let least = 1
    static let most = 26
    static let skew = 38
    static let damp = 700
    static let initialBias = 72
    static let initialCodePoint = 128
  }

  /// The encoding procedure (RFC 3492 6.3).
  private static func punycode(_ codePoints: [UInt32]) -> String {
    var result = codePoints.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
    let basicCount = result.count
    if basicCount > 0 { result.append(UInt8(ascii: "-")) }
    var (known, delta, bias) = (Parameter.initialCodePoint, 0, Parameter.initialBias)
    var handled = basicCount
    while handled < codePoints.count {
      let next = codePoints.map { Int($0) }.filter { $0 >= known }.min() ?? known
      delta += (next - known) * (handled + 1)
      known = next
      for codePoint in codePoints.map({ Int($0) }) {
        if codePoint < known { delta += 1 }
        guard codePoint == known else { continue }
        append(delta, bias, to: &result)
        bias = adapted(delta, handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      known += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends a number of variable length (RFC 3492 3.3).
  private static func append(_ number: Int, _ bias: Int, to result: inout [UInt8]) {
    var rest = number
    var place = Parameter.base
    while true {
      let threshold = min(max(place - bias, Parameter.least), Parameter.most)
      if rest < threshold { break }
      let span = Parameter.base - threshold
      result.append(digit(threshold + (rest - threshold) % span))
      rest = (rest - threshold) / span
      place += Parameter.base
    }
    result.append(digit(rest))
  }

  /// `a` to `z`, then `0` to `9`.
  private static func digit(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x30 + value - 26)
  }

  /// The bias adaptation function (RFC 3492 6.1).
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / Parameter.damp : delta / 2
    delta += delta / count
    var place = 0
    while delta > (Parameter.base - Parameter.least) * Parameter.most / 2 {
      delta /= Parameter.base - Parameter.least
      place += Parameter.base
    }
    return place + (Parameter.base - Parameter.least + 1) * delta / (delta + Parameter.skew)
  }
}
