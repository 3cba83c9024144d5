// SPDX-License-Identifier: Apache-2.0

import Platform

/// The progress of a run on the last line of a terminal. It is written at most ten times a second
/// and removed before anything else is shown.
package struct ProgressLine {
  private static let interval: Int64 = 100_000_000

  /// The number of columns.
  package var width: Int
  private var isShown = false
  private var next = Int64.min

  init(width: Int) { self.width = width }

  /// A bar, numbers and a note.
  package func bar(finished: Int, of planned: Int, note: String?) -> String {
    let counts = "\(Phrases.count(finished)) of \(Phrases.count(planned))"
    let text = note.map { "\(counts), \($0)" } ?? counts
    let room = max(0, min(24, width - text.count - 6))
    let filled = planned > 0 ? min(room, room * finished / planned) : 0
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled)
    return "\(bar) \(text)"
  }

  /// Whether enough time has passed since the last text to show another.
  func isDue(at now: Instant) -> Bool { now.nanoseconds >= next }

  /// Returns the octets that show a text.
  package mutating func shown(_ text: String, at now: Instant) -> String {
    next = now.nanoseconds + ProgressLine.interval
    isShown = true
    return "\r\u{1B}[K" + Wrapping.cut("  \(text)", columns: max(1, width - 1))
  }

  /// Returns the octets that remove the line; empty if it is not shown.
  mutating func erase() -> String {
    guard isShown else { return "" }
    isShown = false
    next = Int64.min
    return "\r\u{1B}[K"
  }
}
