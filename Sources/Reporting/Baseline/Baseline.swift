// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// An `expected.yaml` after a run: what was there and still occurs, as it was written, and an entry
/// for each new group of failures.
package struct Baseline {
  /// The file's new text.
  package private(set) var text: String
  /// How many entries are kept.
  package private(set) var kept = 0
  /// The entries that are kept for some of their cases or checks: each as it was written, the
  /// number of its fixed cases, and the patterns of checks that are no longer needed.
  package private(set) var narrowed: [(entry: ExpectedFailure, fixed: Int, checks: [String])] = []
  /// The cases of each entry that is dropped because no check ends as it says any more.
  package private(set) var dropped: [String] = []
  /// The new entries: the cause of each, and how many cases it has.
  package private(set) var added: [(cause: String, cases: Int)] = []

  private let requirements: [String: Requirement]

  private static let comment = """
    # Known failures, each with its reason. An entry that matches nothing any more fails the run.

    """

  /// - Parameters:
  ///   - old: the entries of the file as it is, and its text; none for a new file.
  ///   - run: what the client did.
  ///   - others: cases that were not in the run.
  ///   - areAll: whether `run` and `others` have all cases.
  ///   - transports: what the run put all scenarios on. Entries that are only about other runs are
  ///     kept.
  ///   - requirements: the requirements by id, for the reasons of new entries.
  ///   - expires: the last day on which new entries are expected.
  package init(
    _ old: (entries: [ExpectedFailure], text: String)?, after run: BaselineCollector,
    besides others: [Case] = [], areAll: Bool = false,
    over transports: Set<ExpectedFailure.Transport>, requirements: [String: Requirement] = [:],
    expires: CalendarDate?
  ) {
    self.requirements = requirements
    var lines = (old?.text ?? "").split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).map(String.init)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    let entries = old?.entries ?? []
    let starts = entries.map { min($0.location.line - 1, lines.count) } + [lines.count]
    text = lines[..<starts[0]].map { $0 + "\n" }.joined()
    if old == nil { text = Baseline.comment }
    let left = others.map { CasePatterns.Member($0) }
    var unknown = run.broken
    for (index, entry) in entries.enumerated() {
      let isOther = !(entry.transport.map(transports.contains) ?? true)
      unknown.removeAll { entry.covers($0) }
      let remains = isOther ? nil : EntryRemains(entry, after: run, besides: left, areAll: areAll)
      var own = Array(lines[starts[index]..<max(starts[index], starts[index + 1])])
      if let remains {
        guard !remains.isEmpty else {
          dropped.append(entry.casePatterns)
          continue
        }
        if !remains.isWhole {
          let checks = zip(entry.checks, remains.checks).filter { $0.1 != nil }
          narrowed.append((entry, remains.fixed, checks.map(\.0.pattern)))
          own = entry.lines(
            own, replacing: remains.patterns.map { $0.map { $0.map(Baseline.quoted) } },
            checks: remains.checks)
        }
      }
      kept += 1
      text += own.map { $0 + "\n" }.joined()
    }
    add(unknown.filter(\.verdict.isBad), run, expires)
  }

  /// Adds an entry for each cause, and for each verdict of it.
  private mutating func add(
    _ broken: [BaselineCollector.Broken], _ run: BaselineCollector, _ expires: CalendarDate?
  ) {
    let client = run.header?.client
    let causes = Set(broken.compactMap(\.cause)).sorted()
    for cause in causes {
      for verdict in Verdict.allCases where verdict.isBad {
        let own = broken.filter { $0.cause == cause && $0.verdict == verdict }
        guard let first = own.first else { continue }
        let members = Set(own.map(\.member))
        var patterns: [String] = []
        for scenario in Set(members.map(\.scenario)).sorted() {
          let all = run.members.filter { $0.scenario == scenario }
          patterns += CasePatterns.covering(members, of: all)
        }
        let version = client.map { Phrases.shortClient($0.name, $0.version) } ?? ""
        text += "- case:\n" + patterns.map { "    - \(Baseline.quoted($0))\n" }.joined()
        text +=
          "  check: [\(Set(own.map(\.check)).sorted().map(Baseline.quoted).joined(separator: ", "))]\n"
        text += "  verdict: \(verdict.rawValue)\n"
        text += "  reason: \(Baseline.quoted("TODO: \(reason(cause, own))"))\n"
        let evidence = Visible.cut("\(version), \(first.member.id): \(first.evidence)", to: 600)
        text += "  evidence: \(Baseline.quoted(evidence))\n"
        if let client { text += "  versions: \(Baseline.quoted(client.version))\n" }
        if let expires { text += "  expires: \(expires)\n" }
        added.append((cause.id, members.count))
      }
    }
  }

  /// What is wrong, and the rule that all checks break.
  private func reason(_ cause: FailureCause, _ own: [BaselineCollector.Broken]) -> String {
    let title = CauseProse(cause).title
    guard let id = own.first?.requirement, own.allSatisfy({ $0.requirement == id }) else {
      return title
    }
    return "\(title) (\(requirements[id].map { "\($0.source), " } ?? "")\(id))"
  }

  /// A text in double quotes: JSON's escapes are YAML's, and `${` begins a place.
  private static func quoted(_ text: String) -> String {
    let plain = Visible.line(text).replacing("${", with: "$${")
    return "\"" + plain.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension ExpectedFailure {
  /// `true` for a check that ended as this entry says, or that did in some plays.
  func covers(_ broken: BaselineCollector.Broken) -> Bool {
    (broken.isFlaky || verdict.rawValue == broken.verdict.rawValue)
      && covers(case: broken.member.id)
      && covers(check: broken.check)
  }
}
