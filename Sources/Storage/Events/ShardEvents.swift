// SPDX-License-Identifier: Apache-2.0

import JSON
import Platform
import Reporting
import Transcripts

/// The events of one part of a run, read from its file line by line.
package final class ShardEvents {
  /// The file's name.
  let file: String
  /// What the reports of the part need beside its events.
  let context: ReportContext
  let header: RunHeader
  /// How the part ended.
  let summary: RunSummary
  /// The number of its cases that were judged or skipped.
  let finished: Int
  private let lines: FileLines
  private var scenario: RecordedScenarios.Source?

  /// Reads a whole file once, and keeps only its head and its end.
  package init(file: String) throws(FileError) {
    self.file = file
    let whole = try FileLines(file)
    (context, header) = try ShardEvents.head(of: whole, file)
    var finished = 0
    var end: RunSummary?
    while let line = try ShardEvents.line(of: whole) {
      if end != nil { throw FileError(file: whole.place, reason: "something follows the end") }
      switch line {
      case .scenario: break
      case .result: finished += 1
      case .end(let summary): end = summary
      }
    }
    guard let end else { throw FileError(file: file, reason: "the file is cut off: it has no end") }
    (summary, self.finished) = (end, finished)
    lines = try FileLines(file)
    _ = try lines.next()
  }

  private static func head(
    of lines: FileLines, _ file: String
  ) throws(FileError) -> (ReportContext, RunHeader) {
    let head = try lines.next() ?? []
    if head.starts(with: "<?xml".utf8) || head.starts(with: #"{"authspec":"#.utf8) {
      throw FileError(
        file: file,
        reason: "a report of run --junit or run --json, which merge does not read; "
          + "play the shard with --events FILE, and merge that file")
    }
    return try EventsFormat.document.read(head, file: file) { value throws(JSONValue.Mistake) in
      let header: RunHeader = try value.part("run")
      // Sums of such numbers do not overflow.
      guard header.jobs < 1 << 32, header.cases < 1 << 32 else {
        throw JSONValue.Mistake(member: "run")
      }
      return (try value.part("context"), header)
    }
  }

  private static func line(of lines: FileLines) throws(FileError) -> EventsFormat.Line? {
    guard let octets = try lines.next() else { return nil }
    return try EventsFormat.document.read(octets, file: lines.place, isLine: true) {
      value throws(JSONValue.Mistake) in try EventsFormat.Line(value)
    }
  }

  /// Returns its next case, which is the one at `index` of the whole run. `scenarios` has the
  /// scenario of the case before it, which may come from another part.
  func next(
    at index: Int, _ scenarios: inout RecordedScenarios
  ) throws(FileError) -> CaseResult {
    while let line = try ShardEvents.line(of: lines) {
      switch line {
      case .scenario(let next): scenario = next
      case .result(let id, var result, let play):
        guard let scenario, let played = scenarios.played(id, ofLast: scenario) else {
          throw FileError(file: lines.place, reason: "the scenario has no case \(id)")
        }
        (result.index, result.played) = (index, played)
        if let play {
          do throws(JSONValue.Mistake) {
            result.play = try RecordingFormat.play(play, client: header.client, of: played)
          } catch {
            throw FileError(
              file: lines.place, reason: "'\(error.member)' is missing or does not fit the case")
          }
        }
        return result
      case .end: break
      }
    }
    throw FileError(file: file, reason: "the file changed while it was read")
  }
}
