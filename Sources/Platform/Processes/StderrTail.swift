// SPDX-License-Identifier: Apache-2.0

/// The last octets of a process's standard error.
package struct StderrTail {
  private var octets: [UInt8] = []
  private var isCut = false

  /// The number of octets to which the tail is cut when it has twice as many.
  private static let limit = 16 << 10

  mutating func append(_ more: some Collection<UInt8>) {
    octets.append(contentsOf: more.suffix(2 * StderrTail.limit))
    guard octets.count > 2 * StderrTail.limit else { return }
    octets.removeFirst(octets.count - StderrTail.limit)
    isCut = true
  }

  /// The last lines without control characters; empty if there are none.
  package func lines(_ count: Int = 8) -> String {
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

  /// The octets that are kept.
  package var text: [UInt8] { octets }

  /// The line in which the language's runtime reports that an exception or a panic ended the
  /// program; `nil` if there is none. The exit status of the runtime distinguishes it from a logged
  /// trace.
  package func uncaughtException(exitStatus: Int) -> String? {
    let lines = octets.split(separator: 0x0A).map {
      String(decoding: $0.prefix(500), as: UTF8.self)
    }
    func last(_ holds: (String) -> Bool) -> String? { lines.last(where: holds) }
    switch exitStatus {
    case 1, 7:
      // Python prints the exception after "Traceback", Java and Node before the frames of the
      // stack.
      if let traceback = lines.lastIndex(where: {
        $0.hasPrefix("Traceback (most recent call last):")
      }) {
        let exception = lines[traceback...].dropFirst().first { $0.first?.isWhitespace == false }
        return exception ?? lines[traceback]
      }
      if let java = last({ $0.hasPrefix("Exception in thread ") }) { return java }
      guard lines.last?.hasPrefix("Node.js v") == true else { return nil }
      let frame = lines.firstIndex { $0.hasPrefix("    at ") } ?? lines.endIndex
      return lines[..<frame].last { !$0.isEmpty } ?? "an uncaught exception"
    case 2:
      guard lines.contains(where: { $0.hasPrefix("goroutine ") }) else { return nil }
      return last { $0.hasPrefix("panic: ") || $0.hasPrefix("fatal error: ") }
    case 101: return last { $0.hasPrefix("thread '") && $0.contains(" panicked at ") }
    default: return last { $0.contains("Fatal error: ") && $0.contains(".swift:") }
    }
  }

  /// The line in which a sanitizer summarizes an error; `nil` if there is none.
  package var sanitizerReport: String? {
    for line in octets.split(separator: 0x0A) {
      let text = String(decoding: line.prefix(500), as: UTF8.self)
      let isReport =
        text.hasPrefix("SUMMARY: ") || text.hasPrefix("==") && text.contains("==ERROR: ")
      if isReport, text.contains("Sanitizer: ") { return text }
    }
    return nil
  }
}
