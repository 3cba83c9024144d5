// SPDX-License-Identifier: Apache-2.0

import JSON
import Transcripts

/// The failures of all parts of a run, grouped by cause.
struct MergedGroups {
  /// The groups as the report for programs has them: the gravest first, then the largest.
  let values: [JSONValue]

  /// Puts the groups of one cause together; `cases` are all cases, in the order of the run.
  init(_ groups: [JSONValue], _ cases: [JSONValue]) {
    var places: [String: Int] = [:]
    for (place, entry) in cases.enumerated() { places[entry["id"]?.string ?? ""] = place }
    func size(_ group: JSONValue) -> (steps: Int64, exchanges: Int64, place: Int) {
      guard let place = places[group["smallest"]?.string ?? ""] else { return (.max, .max, .max) }
      let steps = cases[place]["checks"]?.array?.compactMap { $0["step"]?.integer }.max() ?? 0
      return (steps, cases[place]["exchanges"]?.integer ?? 0, place)
    }
    let byCause = Dictionary(grouping: groups) { $0["cause"]?.string ?? "" }
    let merged = byCause.map { cause, parts in
      let smallest = parts.min { size($0) < size($1) }
      let ids = parts.flatMap { MergedGroups.texts($0["cases"]) }
      var requirements: [String] = []
      for part in parts.sorted(by: { MergedGroups.count($0) > MergedGroups.count($1) }) {
        for id in MergedGroups.texts(part["requirements"]) { requirements.appendOnce(id) }
      }
      let value = JSONValue.members([
        "cause": cause, "requirements": requirements, "smallest": smallest?["smallest"],
        "check": smallest?["check"],
        "cases": ids.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) },
      ])
      let kind = FailureCause(id: cause)?.kind ?? .fault
      return (kind: kind, cases: ids.count, cause: cause, value: value)
    }
    values = merged.sorted {
      ($0.kind, -$0.cases, $0.cause) < ($1.kind, -$1.cases, $1.cause)
    }.map(\.value)
  }

  /// `266 cases: Credentials go where they must not go (leak.R041), as in redirect/x[side=a]`
  static func sentence(_ group: JSONValue) -> String {
    let cause = group["cause"]?.string ?? ""
    let title = FailureCause(id: cause).map { "\(CauseProse($0).title) (\(cause))" } ?? cause
    let smallest = group["smallest"]?.string ?? ""
    return "\(Phrases.count(count(group), "case")): "
      + Visible.line("\(title), as in \(smallest)")
  }

  private static func texts(_ value: JSONValue?) -> [String] {
    value?.array?.compactMap(\.string) ?? []
  }

  private static func count(_ group: JSONValue) -> Int { group["cases"]?.array?.count ?? 0 }
}
