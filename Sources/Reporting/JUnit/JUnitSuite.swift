// SPDX-License-Identifier: Apache-2.0

/// What is known of a suite once all of its cases are: everything but their text, which is in the
/// spool.
struct JUnitSuite {
  /// `authspec.digest`
  var name: String
  /// Where its cases are in the spool; one piece where they came in one go.
  var pieces: [Range<Int>] = []
  var tests = 0
  var failures = 0
  var errors = 0
  var skipped = 0
  /// Nanoseconds.
  var duration: Int64 = 0
  /// What its cases have to say where they have no place for it themselves.
  var notes = ""

  /// A suite without cases.
  init(name: String) { self.name = name }

  /// The most octets of a suite's notes.
  static let notesLimit = 1 << 16

  /// Adds a case that is there in the spool.
  mutating func add(_ outcome: JUnitOutcome, duration: Int64, at place: Range<Int>) {
    tests += 1
    self.duration += duration
    switch outcome {
    case .passed: break
    case .skipped: skipped += 1
    case .failure: failures += 1
    case .error: errors += 1
    }
    if let last = pieces.indices.last, pieces[last].upperBound == place.lowerBound {
      pieces[last] = pieces[last].lowerBound..<place.upperBound
    } else {
      pieces.append(place)
    }
  }

  /// Adds a line to the notes, as long as there is room.
  mutating func note(_ line: String) {
    if notes.utf8.count + line.utf8.count < JUnitSuite.notesLimit { notes += line + "\n" }
  }
}
