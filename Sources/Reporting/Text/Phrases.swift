// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// Phrases that several reports share.
package enum Phrases {
  /// A level as RFC 2119 writes it.
  package static func word(for level: Level) -> String { level.rawValue.uppercased() }

  /// `1,523`
  package static func count(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits[...]] + groups).joined(separator: ",")
  }

  /// `1 case`, `2 cases`
  package static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count(number)) \(number == 1 ? one : many ?? one + "s")"
  }

  /// `a, b, c and 2 more`
  package static func first(
    _ most: Int, of names: [String], _ shown: (String) -> String
  ) -> String {
    let rest = names.count - most
    return names.prefix(most).map(shown).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  /// `a, b and c`
  package static func joined(_ words: [String], _ last: String = "and") -> String {
    guard words.count > 1, let final = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + final
  }

  /// Nanoseconds as `1.42 s` or `731 ms`.
  package static func duration(_ nanoseconds: Int64) -> String {
    let milliseconds = max(0, nanoseconds) / 1_000_000
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let seconds = milliseconds / 1000
    if seconds >= 60 { return "\(seconds / 60) min \(seconds % 60) s" }
    let hundredths = (milliseconds % 1000) / 10
    return "\(seconds).\(hundredths < 10 ? "0" : "")\(hundredths) s"
  }

  /// Nanoseconds as seconds with three decimals: `0.047`.
  static func seconds(_ nanoseconds: Int64) -> String {
    decimals(max(0, nanoseconds) / 1_000_000)
  }

  /// Nanoseconds as milliseconds with three decimals.
  package static func milliseconds(_ nanoseconds: Int64) -> String {
    decimals(max(0, nanoseconds) / 1000)
  }

  private static func decimals(_ thousandths: Int64) -> String {
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// Seconds since 1970 as `2026-01-31T12:00:00`, UTC.
  static func timestamp(_ seconds: Int64) -> String {
    let time = min(max(seconds, 0), 253_402_300_799) % 86_400
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(CalendarDate(seconds: seconds))"
      + "T\(two(time / 3600)):\(two(time % 3600 / 60)):\(two(time % 60))"
  }

  /// A command line of that program, as a shell takes it.
  package static func command(_ words: [String], of program: String) -> String {
    ([program] + words).map(shellQuoted).joined(separator: " ")
  }

  /// A word as a shell takes it, quoted if necessary.
  static func shellQuoted(_ word: String) -> String {
    let isSafe = word.utf8.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./=,:@%+".utf8.contains(octet)
      }
    }
    if isSafe, !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }

  /// A client's name and version, without the name twice: `libcurl/7.88.1 OpenSSL/3.0.17`.
  package static func client(_ name: String, _ version: String) -> String {
    if version.isEmpty { return Visible.line(name) }
    return Visible.line(version.hasPrefix(name) ? version : "\(name) \(version)")
  }

  /// A client without its libraries: `libcurl/7.88.1`.
  static func shortClient(_ name: String, _ version: String) -> String {
    let whole = client(name, version)
    let words = whole.split(separator: " ")
    let first = words.first.map(String.init) ?? ""
    return first.contains("/") ? first : words.prefix(2).joined(separator: " ")
  }

  /// A client's name and the number of its version: `libcurl 7.88.1`.
  static func bareClient(_ name: String, _ version: String, separator: String) -> String {
    var number = version[...]
    if number.lowercased().hasPrefix(name.lowercased()) {
      number = number.dropFirst(name.count).drop { " /-".contains($0) }
    }
    let bare = number.prefix { !" ,;".contains($0) }
    return bare.isEmpty ? name : name + separator + bare
  }
}
