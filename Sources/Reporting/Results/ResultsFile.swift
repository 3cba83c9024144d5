// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios
import Transcripts

/// The text file of a client's results: a letter for each case, and below each scenario the checks
/// that broke. Scenarios of which no case was played are only counted.
///
/// The file names the record with the details of each topic (`TopicDetails`). The details contain
/// everything that the letters and lines say, so reading needs only the head and those names.
package struct ResultsFile: Hashable, Sendable {
  /// The results without their scenarios, from the head.
  package let head: ClientResults
  /// The topics in the file's order, and the names of their records.
  package let records: [Record]
  /// The whole file.
  package let text: String

  /// A topic, and the name of the record with its details.
  package struct Record: Hashable, Sendable {
    package var topic: String
    package var name: String
  }

  /// The first line, without the number of the format.
  private static let mark = "authspec results "
  /// Raised when the text is written in another way.
  private static let format = 3
  /// Characters of a text that are shown.
  private static let longest = 60

  /// Whether octets are those of such a file, of any format.
  package static func isOne(_ octets: [UInt8]) -> Bool { octets.starts(with: mark.utf8) }

  // MARK: Writing

  /// The file of these results.
  package init(_ results: ClientResults) {
    var head = results
    head.scenarios = []
    self.head = head
    records = results.topics.map { topic, scenarios in
      Record(topic: topic, name: TopicDetails.name(of: scenarios))
    }
    text = ResultsFile.text(of: results, records)
  }

  private static func text(of results: ClientResults, _ records: [Record]) -> String {
    var lines = lines(ofHead: results)
    for (record, (topic, scenarios)) in zip(records, results.topics) {
      lines += ["", "\(topic) \(record.name)"]
      let skipped = scenarios.filter(\.isSkipped)
      for scenario in scenarios where !scenario.isSkipped {
        lines += self.lines(of: scenario, in: topic)
      }
      if !skipped.isEmpty {
        let cases = skipped.reduce(0) { $0 + $1.cases.count }
        lines.append(
          "  \(Phrases.count(skipped.count, "scenario")) skipped, \(Phrases.count(cases, "case"))")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func lines(ofHead results: ClientResults) -> [String] {
    let counts = results.counts
    let verdicts = Verdict.shownOrder.compactMap { verdict in
      counts[verdict].map { "\($0) \(verdict.glyph.word)" }
    }
    return [
      "\(mark)\(format)",
      "client: \(results.client.name)",
      "version: \(results.client.version)",
      "abilities: \(results.client.abilities.sorted().joined(separator: " "))",
      "played: \(results.date)",
      "authspec: \(results.basis.authspec)",
      "scenarios: \(results.basis.catalogue)",
      "definition: \(results.basis.definition)",
      "verdicts: \(verdicts.joined(separator: ", "))",
    ]
  }

  private static func lines(of scenario: ClientResults.Scenario, in topic: String) -> [String] {
    let id =
      scenario.id.hasPrefix("\(topic)/") ? scenario.id.dropFirst(topic.count + 1) : scenario.id[...]
    let all = scenario.cases.indices.filter { scenario.cases[$0].isBroken }
    let checks = BrokenCheck.all(of: scenario).enumerated().map { place, check in
      // What was observed is shown of the first check only: the others mostly follow from it.
      let shown = check.diagnoses.isEmpty && place == 0 ? check.observed : check.diagnoses
      return [
        "   ", String(check.finding.verdict.glyph.letter), check.finding.check, check.finding.level,
        check.cases == all ? nil : ranges(check.cases),
        shown.first.map { Visible.cut(Visible.line($0), to: longest) },
        shown.count > 1 ? "(+\(shown.count - 1))" : nil,
      ].compactMap { $0 }.joined(separator: " ")
    }
    return ["  \(id) \(scenario.letters)"] + checks
  }

  /// Numbers that count from 1: `2,4-6`.
  private static func ranges(_ places: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in places.map({ $0 + 1 }) {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  // MARK: Reading

  /// Reads the octets of a file.
  package init(_ octets: [UInt8], file: String) throws(FileError) {
    func failure(_ reason: String) -> FileError { FileError(file: file, reason: reason) }
    guard let text = String(validating: octets, as: UTF8.self), ResultsFile.isOne(octets) else {
      throw failure("not the results of a client")
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let format = lines[0].dropFirst(ResultsFile.mark.count)
    guard format == "\(ResultsFile.format)" else {
      throw failure("results of format \(format), which is not known; \(ResultsFile.remedy)")
    }
    let end = lines.firstIndex(of: "") ?? lines.endIndex
    func value(_ name: String) throws(FileError) -> String {
      guard let line = lines[..<end].first(where: { $0.hasPrefix("\(name): ") }) else {
        throw failure("not whole results: '\(name)' is missing")
      }
      return String(line.dropFirst(name.count + 2))
    }
    head = ClientResults(
      client: ClientIdentity(
        name: try value("client"), version: try value("version"),
        abilities: Set(try value("abilities").split(separator: " ").map(String.init))),
      basis: ClientResults.Basis(
        authspec: try value("authspec"), catalogue: try value("scenarios"),
        definition: try value("definition")),
      date: try value("played"))
    records = lines[end...].compactMap { line in
      guard !line.hasPrefix(" "), let space = line.lastIndex(of: " ") else { return nil }
      return Record(
        topic: String(line[..<space]), name: String(line[line.index(after: space)...]))
    }
    self.text = text
  }

  /// What messages advise for results that cannot be used.
  package static let remedy = "play the client again (authspec-maintain matrix CLIENT --again)"

  /// Returns the results, of which `details` gives those of each topic; throws if they are not what
  /// the file shows.
  package func results(
    in file: String, details: (Record) throws(FileError) -> [ClientResults.Scenario]
  ) throws(FileError) -> ClientResults {
    var results = head
    for record in records { results.scenarios += try details(record) }
    guard ResultsFile.text(of: results, records) == text else {
      throw FileError(
        file: file,
        reason: "not what authspec wrote: it was edited, or merged wrongly; \(ResultsFile.remedy)")
    }
    return results
  }
}

/// A check that broke in some of a scenario's cases, with one verdict and level.
private struct BrokenCheck {
  /// The check, as it was in the first of the cases.
  let finding: ClientResults.CheckFinding
  /// The places of the cases.
  var cases: [Int] = []
  /// What explains it, and what was observed, each text once.
  var diagnoses: [String] = []
  var observed: [String] = []

  static func all(of scenario: ClientResults.Scenario) -> [BrokenCheck] {
    var checks: [BrokenCheck] = []
    for (place, outcome) in scenario.cases.enumerated() {
      for finding in outcome.findings where finding.verdict.isBad || finding.verdict == .warn {
        let known = checks.firstIndex {
          $0.finding.check == finding.check && $0.finding.verdict == finding.verdict
            && $0.finding.level == finding.level
        }
        let index = known ?? checks.count
        if known == nil { checks.append(BrokenCheck(finding: finding)) }
        if checks[index].cases.last != place { checks[index].cases.append(place) }
        checks[index].diagnoses.appendOnce(finding.diagnosis)
        checks[index].observed.appendOnce(finding.observed)
      }
    }
    return checks
  }
}

extension ClientResults.Scenario {
  /// No case was played.
  fileprivate var isSkipped: Bool { cases.allSatisfy { $0.verdict == .skipped } }
}

extension ClientResults.Outcome {
  fileprivate var isBroken: Bool { verdict.isBad || verdict == .warn }
}
