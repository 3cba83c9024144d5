// SPDX-License-Identifier: Apache-2.0

/// A suite without the text of its cases, which is in the spool.
struct JUnitSuite {
  /// `authspec.digest`
  var name: String
  /// The places of its cases in the spool; adjacent cases share one piece.
  var pieces: [Range<Int>] = []
  var tests = 0
  var failures = 0
  var errors = 0
  var skipped = 0
  /// Nanoseconds.
  var duration: Int64 = 0
  /// The output of its cases in a flavour in which cases have no place for it.
  var notes = ""

  /// A suite without cases.
  init(name: String) { self.name = name }

  /// The most octets of a suite's notes.
  static let notesLimit = 1 << 16

  /// Adds a case that is at that place in the spool.
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
