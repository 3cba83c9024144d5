// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Platform
import Transcripts

/// The JUnit report: one flat level of suites by topic.
package final class JUnitReport: Reporter {
  private let context: ReportContext
  private let document: JUnitDocument
  /// The path of the report; `nil` for a device, a pipe or a terminal.
  let path: String?
  private var header: RunHeader?
  /// Why the report could not be written.
  package private(set) var failure: FileError?

  /// A report that is written to `path`: a file, or a folder for the surefire flavour. Throws if it
  /// cannot be written there.
  package init(path: String, flavor: JUnitFlavor, context: ReportContext) throws(FileError) {
    self.context = context
    document = try JUnitDocument(path: path, flavor: flavor)
    self.path = document.isKept ? path : nil
  }

  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header): self.header = header
    case .caseFinished(let result):
      document.add(
        JUnitCase(result, suite: JUnitReport.suite(of: result.played.id), context: context))
    case .runFinished(let summary):
      for (index, entry) in summary.staleExpectations.enumerated() {
        document.add(JUnitReport.stale(entry, index))
      }
      if summary.isInterrupted { document.add(cut(summary, type: "interrupted", "interrupted")) }
      if summary.ranOutOfTime {
        document.add(cut(summary, type: "out-of-time", "the time was up"))
      }
      if let fault = summary.repeatedFault {
        let what = "ten faults of one kind in a row ended the run (\(fault))"
        document.add(cut(summary, type: "repeated-fault", what))
      }
      do throws(FileError) {
        try document.write(
          JUnitDocument.Frame(
            started: header?.started ?? 0, duration: summary.duration,
            properties: properties(summary)))
      } catch {
        failure = error
      }
    }
  }

  /// The suite of a case: the first part of its id. A case in no folder is in `authspec` itself.
  static func suite(of id: String) -> String {
    let path = id.prefix { $0 != "[" }
    guard let slash = path.firstIndex(of: "/") else { return "authspec" }
    // Some readers split the name at its last dot into package and class.
    return "authspec." + path[..<slash].map { $0 == "." ? "_" : String($0) }.joined()
  }

  /// The suite of expectations that are stale.
  static let expectations = "authspec.expectations"

  /// A stale expectation.
  static func stale(_ entry: String, _ index: Int) -> JUnitCase {
    JUnitCase(
      name: "expectation \(index + 1): \(entry)", className: expectations, duration: 0,
      outcome: .failure(
        type: "authspec.stale-expectation",
        message: "expected to fail, and no case that was played did: \(entry)"))
  }

  private func cut(_ summary: RunSummary, type: String, _ what: String) -> JUnitCase {
    JUnitCase(
      name: "the run came to its end", className: "authspec", duration: 0,
      outcome: .error(
        type: "authspec.\(type)",
        message: "\(what) after \(summary.finished) of \(summary.planned) cases"))
  }

  private func properties(_ summary: RunSummary) -> [(name: String, value: String)] {
    guard let header else { return [] }
    var properties = header.junitProperties
    if let shard = header.shard { properties.append(("authspec.shard", shard.name)) }
    if let shards = header.shards { properties.append(("authspec.shards", "\(shards)")) }
    for claim in header.client.wrongClaims {
      properties.append(("authspec.wrong-claim", "\(claim.ability): \(claim.reason)"))
    }
    if summary.isInterrupted { properties.append(("authspec.interrupted", "true")) }
    if summary.stoppedEarly { properties.append(("authspec.stopped-early", "true")) }
    if summary.ranOutOfTime { properties.append(("authspec.ran-out-of-time", "true")) }
    return properties
  }
}

extension RunHeader {
  /// The properties that say what was tested, and with which seed.
  package var junitProperties: [(name: String, value: String)] {
    [
      ("authspec.version", version), ("authspec.client", client.name),
      ("authspec.client.version", client.version), ("authspec.seed", "\(seed)"),
    ]
  }
}
