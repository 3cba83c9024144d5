import Platform

/// The line at the foot of a terminal that tells how far a run is. It is written at most ten times a
/// second and taken away before anything else is shown.
struct ProgressLine {
  private static let interval: Int64 = 100_000_000

  /// Columns there are.
  var width: Int
  private var isShown = false
  private var next = Int64.min

  /// Nothing is shown yet.
  init(width: Int) { self.width = width }

  /// The octets that show how far the run is, with a word on how it goes; nil where it was told a moment ago.
  mutating func update(
    finished: Int, of planned: Int, note: String?, at now: Instant
  ) -> String? {
    guard isDue(at: now) else { return nil }
    let counts = "\(Phrases.count(finished)) of \(Phrases.count(planned))"
    let text = note.map { "\(counts), \($0)" } ?? counts
    let room = max(0, min(24, width - text.count - 6))
    let filled = planned > 0 ? min(room, room * finished / planned) : 0
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled)
    return shown("\(bar) \(text)", at: now)
  }

  /// True where it was told a moment ago no more.
  func isDue(at now: Instant) -> Bool { now.nanoseconds >= next }

  /// The octets that show a text.
  mutating func shown(_ text: String, at now: Instant) -> String {
    next = now.nanoseconds + ProgressLine.interval
    isShown = true
    return "\r\u{1B}[K" + Wrapping.cut("  \(text)", columns: max(1, width - 1))
  }

  /// The octets that take the line away; empty where it is not there.
  mutating func erase() -> String {
    guard isShown else { return "" }
    isShown = false
    next = Int64.min
    return "\r\u{1B}[K"
  }
}
