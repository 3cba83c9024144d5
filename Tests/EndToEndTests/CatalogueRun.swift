// SPDX-License-Identifier: Apache-2.0

import Foundation
import Scenarios
import Testing

/// A run of the program over the catalogue, and what its report for programs says.
///
/// The released program plays the catalogue ten times faster than this debug code. Each run is made
/// once, for all tests that ask for it.
struct CatalogueRun: Sendable {
  /// The result of a case, in the words of the report.
  struct Result: Sendable {
    let verdict: String
    /// The verdict of each check by its id, and that of the case as `case`.
    let verdicts: [String: String]
    /// Each check with its verdict and what was expected and observed, in order.
    let findings: [String]
    let reason: String
    let isFlaky: Bool
  }

  /// The ids of the cases, in the order of the report.
  let ids: [String]
  let results: [String: Result]

  /// Plays the cases with these ids, all without any, with these options.
  init(_ options: [String], ids: [String] = []) throws {
    try self.init(["run", "--no-junit", "--no-expected", "--quiet"] + options, of: ids)
  }

  /// Judges recordings again.
  init(judging files: [String]) throws {
    try self.init(["judge", "--no-junit", "--no-expected", "--quiet"], of: files)
  }

  private init(_ words: [String], of more: [String]) throws {
    let place = try Workplace()
    let run = try ProgramRun(
      words + ["--json", "\(place.path)/run.json"] + more, in: CatalogueFixture.root.path)
    try #require([0, 1].contains(run.status), "\(words): \(run.output.suffix(2_000))\(run.errors)")
    let data = try Data(contentsOf: URL(filePath: "\(place.path)/run.json"))
    let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let cases = try #require(report["cases"] as? [[String: Any]])
    var ids: [String] = []
    var results: [String: Result] = [:]
    for value in cases {
      let id = try #require(value["id"] as? String)
      ids.append(id)
      results[id] = try Result(value)
    }
    self.ids = ids
    self.results = results
  }

  /// Requires that few results are flaky. The others count.
  func steady() throws -> [String: Result] {
    let flaky = ids.filter { results[$0]?.isFlaky == true }
    try #require(flaky.count * 100 <= ids.count, "\(flaky)")
    return results.filter { !$0.value.isFlaky }
  }

  // MARK: Runs for several tests

  /// The reference client.
  static let reference = Swift.Result { try CatalogueRun(["--client", "reference"]) }
  /// libcurl, by two workers.
  static let libcurl = Swift.Result { try CatalogueRun(["--client", "libcurl", "--jobs", "2"]) }
  /// libcurl, by one worker, with every server of the wire server.
  static let wire = Swift.Result {
    try CatalogueRun(["--client", "libcurl", "--server", "wire", "--jobs", "1"])
  }
  /// libcurl, with every origin over TLS.
  static let libcurlOverTLS = Swift.Result {
    try CatalogueRun(["--client", "libcurl", "--tls"], ids: everyThird())
  }
  /// The reference client, with every origin over TLS.
  static let referenceOverTLS = Swift.Result {
    try CatalogueRun(["--client", "reference", "--tls"], ids: everyThird())
  }

  /// The ids of every third case.
  static func everyThird() throws -> [String] {
    try CatalogueFixture.cases().enumerated().filter { $0.offset % 3 == 0 }.map(\.element.id)
  }

  /// The ids of the first case of each scenario.
  static func oneOfEachScenario() throws -> [String] {
    var seen: Set<String> = []
    return try CatalogueFixture.cases().filter { seen.insert($0.scenario.id).inserted }.map(\.id)
  }
}

extension CatalogueRun.Result {
  fileprivate init(_ value: [String: Any]) throws {
    verdict = try #require(value["verdict"] as? String)
    let checks = try #require(value["checks"] as? [[String: Any]])
    var verdicts = ["case": verdict]
    var findings: [String] = []
    for check in checks {
      let id = try #require(check["id"] as? String)
      let verdict = try #require(check["verdict"] as? String)
      verdicts[id] = verdicts[id].map { "\($0) \(verdict)" } ?? verdict
      let words = ["expected", "observed", "diagnosis"].map { "\(check[$0] ?? "-")" }
      findings.append("\(id) \(verdict) \(words.joined(separator: " | "))")
    }
    self.verdicts = verdicts
    self.findings = findings
    reason = value["reason"] as? String ?? ""
    isFlaky = value["flaky"] != nil
  }
}
