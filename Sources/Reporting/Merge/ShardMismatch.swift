// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// Why reports are not those of all parts of one run.
enum ShardMismatch {
  /// What is wrong, each as a sentence without a full stop; none if the reports are those of all
  /// parts.
  static func sentences(_ reports: [ShardReport]) -> [String] {
    let whole = reports.filter { $0.shard == nil }
    guard whole.isEmpty else {
      return whole.map { "\(Visible.line($0.file)): not the report of a part: it has no shard" }
    }
    var sentences = reports.compactMap { report in
      report.shortfall.map { "\(name(report)) \($0)" }
    }
    guard let first = reports.first else { return sentences }
    for other in reports.dropFirst() {
      for (what, left, right) in differences(first, other) {
        sentences.append(
          "\(name(other)) was played with \(what) \(Visible.line(right)), and "
            + "\(name(first)) with \(Visible.line(left))")
      }
    }
    // Whether a part is missing can be said only of parts of one run.
    return sentences + (sentences.isEmpty ? numbers(reports) : [])
  }

  private static func name(_ report: ShardReport) -> String {
    "shard \(report.shard?.name ?? "") (\(Visible.line(report.file)))"
  }

  private static func differences(
    _ first: ShardReport, _ other: ShardReport
  ) -> [(what: String, left: String, right: String)] {
    func client(_ report: ShardReport) -> String {
      "\(report.client.name) \(report.client.version)"
    }
    func claims(_ report: ShardReport) -> String {
      let wrong = report.client.wrongClaims.map { "not \($0.ability)" }
      return (report.client.abilities.sorted() + wrong).joined(separator: " ")
    }
    func options(_ report: ShardReport) -> String {
      let options = report.shard?.options ?? []
      return options.isEmpty ? "none" : options.map { "--\($0)" }.joined(separator: " ")
    }
    func expectations(_ report: ShardReport) -> String {
      // The file may be elsewhere on each machine.
      let sentences = report.summary.expectations.map { "\($0.line) \($0.unmet)" }
      let mark = FNV1a(sentences.joined(separator: "\n")).bits.hex(digits: 16)
      return sentences.isEmpty ? "none" : "\(sentences.count) (\(mark))"
    }
    let areWhole = first.shortfall == nil && other.shortfall == nil
    let parts: [(what: String, value: (ShardReport) -> String)] = [
      ("authspec", { $0.version }), ("the client", client), ("the seed", { $0.seed }),
      ("a count of shards of", { "\($0.shard?.count ?? 0)" }),
      ("a number of cases of", { "\($0.shard?.selected ?? 0)" }),
      ("the scenarios and cases", { $0.shard?.scenarios ?? "" }), ("the options", options),
      ("the abilities", claims),
      ("the expected failures", { areWhole ? expectations($0) : "" }),
    ]
    return parts.compactMap { part in
      let (left, right) = (part.value(first), part.value(other))
      return left == right ? nil : (part.what, left, right)
    }
  }

  /// What is wrong with the numbers of parts: each must be there once, and each place in one part.
  private static func numbers(_ reports: [ShardReport]) -> [String] {
    guard let shard = reports.first?.shard else { return [] }
    var sentences: [String] = []
    let files = Dictionary(grouping: reports) { $0.shard?.number ?? 0 }
    for number in 1...max(1, min(shard.count, 1000)) {
      let found = files[number] ?? []
      if found.isEmpty { sentences.append("shard \(number)/\(shard.count) is missing") }
      if found.count > 1 {
        let names = found.map { Visible.line($0.file) }.joined(separator: ", ")
        sentences.append("shard \(number)/\(shard.count) is there more than once: \(names)")
      }
    }
    guard sentences.isEmpty else { return sentences }
    for report in reports where report.shard?.places.count != report.cases.count {
      sentences.append("\(name(report)) is not whole")
    }
    let places = reports.flatMap { $0.shard?.places ?? [] }.sorted()
    if sentences.isEmpty, !places.elementsEqual(0..<shard.selected) {
      sentences.append(
        "the shards do not share the cases out: all need the same --times, or none")
    }
    return sentences
  }
}
