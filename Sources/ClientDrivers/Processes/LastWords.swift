/// The end of what a process said on standard error.
struct LastWords {
  private var octets: [UInt8] = []
  private var isCut = false

  /// So many octets are kept, twice that for a moment.
  private static let most = 16 << 10

  mutating func append(_ more: some Collection<UInt8>) {
    octets.append(contentsOf: more.suffix(2 * LastWords.most))
    guard octets.count > 2 * LastWords.most else { return }
    octets.removeFirst(octets.count - LastWords.most)
    isCut = true
  }

  /// The last lines, at most so many, without what a terminal could be upset by; empty where nothing was said.
  func lines(_ count: Int = 8) -> String {
    var lines = octets.split { $0 == 0x0A || $0 == 0x0D }[...]
    if isCut { lines = lines.dropFirst() }
    return lines.suffix(count).map { line in
      String(
        String.UnicodeScalarView(
          String(decoding: line.prefix(500), as: UTF8.self).unicodeScalars.map { scalar in
            scalar.value < 0x20 && scalar != "\t" || (0x7F...0x9F).contains(scalar.value)
              ? "\u{FFFD}" : scalar
          }))
    }.joined(separator: "\n")
  }

  /// All that is left of it.
  var text: [UInt8] { octets }

  /// The line in which a sanitizer sums up what it found; nil where none did.
  var sanitizerReport: String? {
    for line in octets.split(separator: 0x0A) {
      let text = String(decoding: line.prefix(500), as: UTF8.self)
      let isReport =
        text.hasPrefix("SUMMARY: ") || text.hasPrefix("==") && text.contains("==ERROR: ")
      if isReport, text.contains("Sanitizer: ") { return text }
    }
    return nil
  }
}
