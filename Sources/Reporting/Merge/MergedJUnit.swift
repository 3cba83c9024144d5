// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// One JUnit document, put together suite by suite from those of all parts of a run.
package struct MergedJUnit: Sendable {
  /// The document.
  package let text: String

  /// Puts documents together, which must be of the same plays as the run's reports.
  package init(_ documents: [ShardJUnit], of run: MergedRun) throws(MergedRun.Refusal) {
    var sentences: [String] = []
    var ordered: [ShardJUnit] = []
    for part in run.parts {
      let name = part.shard?.name ?? ""
      // A part without cases has a document without suites, which does not name its shard.
      let found = documents.filter { $0.shard == name }
      if found.count > 1 {
        sentences.append("the JUnit report of shard \(name) is there more than once")
      } else if let document = found.first {
        let tests = document.suites.reduce(0) { $0 + ($1.counts["tests"] ?? 0) }
        let wanted = part.cases.count + part.summary.staleExpectations.count
        if document.started + "Z" != part.started || tests != wanted {
          sentences.append(
            "\(Visible.line(document.file)) and \(Visible.line(part.file)) are not of one play")
        }
        ordered.append(document)
      } else if part.summary.planned > 0 {
        sentences.append("the JUnit report of shard \(name) is missing")
      }
    }
    let names = Set(run.parts.compactMap { $0.shard?.name })
    for document in documents {
      if let shard = document.shard {
        guard !names.contains(shard) else { continue }
      } else if document.suites.isEmpty {
        continue
      }
      sentences.append("\(Visible.line(document.file)): not the JUnit report of one of the shards")
    }
    guard sentences.isEmpty else { throw MergedRun.Refusal(sentences: sentences) }
    text = MergedJUnit.text(ordered, run)
  }

  private static func text(_ documents: [ShardJUnit], _ run: MergedRun) -> String {
    let known = Set(run.parts.flatMap(\.summary.staleExpectations))
    let stale = run.summary.staleExpectations.filter { !known.contains($0) }
    var suites = self.suites(documents)
    if !stale.isEmpty { add(stale, to: &suites) }
    suites.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let started = run.parts.map(\.started).min().map { String($0.dropLast()) } ?? ""
    // The name of a suite is as it was written: escaped.
    func attributes(_ counts: [String: Int], name: String, _ duration: Int64, _ id: Int?) -> String
    {
      " name=\"\(name)\""
        + XMLText.attributes([
          "tests": "\(counts["tests"] ?? 0)", "failures": "\(counts["failures"] ?? 0)",
          "errors": "\(counts["errors"] ?? 0)", "skipped": "\(counts["skipped"] ?? 0)",
          "time": Phrases.seconds(duration), "timestamp": started,
          "hostname": id.map { _ in "localhost" }, "id": id.map { "\($0)" },
        ])
    }
    let total = suites.reduce(into: [String: Int]()) { $0.merge($1.counts, uniquingKeysWith: +) }
    let head = attributes(total, name: "authspec", run.summary.duration, nil)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites\(head)>\n"
    for (index, suite) in suites.enumerated() {
      let head = attributes(suite.counts, name: suite.name, suite.duration, index)
      text += "  <testsuite\(head)>\n    <properties>\n"
      for line in suite.properties + [shards(run)] { text += line + "\n" }
      text += "    </properties>\n"
      for line in suite.cases { text += line + "\n" }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func shards(_ run: MergedRun) -> String {
    let attributes = XMLText.attributes([
      "name": "authspec.shards", "value": "\(run.parts.count)",
    ])
    return "      <property\(attributes)/>"
  }

  /// The suites of all documents, those of one name as one.
  private static func suites(_ documents: [ShardJUnit]) -> [ShardJUnit.Suite] {
    var suites: [ShardJUnit.Suite] = []
    var places: [String: Int] = [:]
    for suite in documents.flatMap(\.suites) {
      guard let place = places[suite.name] else {
        places[suite.name] = suites.count
        suites.append(suite)
        continue
      }
      suites[place].cases += suite.cases
      suites[place].counts.merge(suite.counts, uniquingKeysWith: +)
      suites[place].duration = min(suites[place].duration + suite.duration, 1 << 62)
    }
    return suites
  }

  /// Adds the expectations that are stale only in all parts together.
  private static func add(_ stale: [String], to suites: inout [ShardJUnit.Suite]) {
    let name = JUnitReport.expectations
    let place = suites.firstIndex { $0.name == name } ?? suites.count
    if place == suites.count {
      suites.append(
        ShardJUnit.Suite(
          name: name, properties: suites.first?.properties ?? [], cases: [], counts: [:],
          duration: 0))
    }
    for entry in stale {
      let number = suites[place].counts["tests", default: 0]
      let element = JUnitReport.stale(entry, number).element(.rich)
      suites[place].cases += element.split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast()
      suites[place].counts["tests", default: 0] += 1
      suites[place].counts["failures", default: 0] += 1
    }
  }
}
