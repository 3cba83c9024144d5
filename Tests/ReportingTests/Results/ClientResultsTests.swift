// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts
@testable import Platform
@testable import Reporting
@testable import Storage
import TestThreads
import Testing

@Suite("Results as they are kept", .onOwnThreads)
struct ClientResultsTests {
  /// The results of a run of one case of each kind.
  static func sample(version: String = "libcurl/7.88.1 OpenSSL/3.0.17") -> ClientResults {
    let recorder = ClientResultsCollector(
      .init(authspec: "0.1.0", catalogue: "c0ffee", definition: "d1ce"))
    Sample.feed(recorder, Sample.all())
    var results = recorder.whole ?? ClientResults(client: Sample.client, basis: noBasis)
    results.client.version = version
    return results
  }

  static let noBasis = ClientResults.Basis(authspec: "", catalogue: "")

  static func outcome(_ id: String, in results: ClientResults) -> ClientResults.Outcome? {
    results.scenarios.first { $0.id == id }?.cases.first
  }

  @Test("A run is gathered whole, with what was broken and what went to and fro")
  func gathered() throws {
    let results = ClientResultsTests.sample()
    #expect(results.counts[.fail] == 2)
    #expect(results.counts[.pass] == 3)
    let failed = try #require(ClientResultsTests.outcome("digest/fail", in: results))
    #expect(failed.findings.map(\.check) == ["1.origin.2.nc"])
    #expect(failed.findings.first?.observed == "nc=00000002")
    #expect(failed.findings.first?.requirements == ["R083"])
    #expect(failed.exchanges?.contains("▸ origin #1  →  GET /report") == true)
    let passed = try #require(ClientResultsTests.outcome("basic/pass", in: results))
    #expect(passed.findings.isEmpty)
    #expect(passed.exchanges == nil)
    let known = try #require(ClientResultsTests.outcome("digest/known", in: results))
    #expect(known.verdict == .fail)
    #expect(known.findings.first?.known == "curl#1234: counts across nonces")
    let skipped = try #require(ClientResultsTests.outcome("basic/skipped", in: results))
    #expect(skipped.reason == "the client does not claim bearer")
  }

  @Test("A run that did not come to its end leaves no results")
  func interrupted() {
    let recorder = ClientResultsCollector(ClientResultsTests.noBasis)
    Sample.feed(recorder, Sample.all()) { $0.isInterrupted = true }
    #expect(recorder.whole == nil)
    let stopped = ClientResultsCollector(ClientResultsTests.noBasis)
    Sample.feed(stopped, Sample.all()) { $0.planned += 1 }
    #expect(stopped.whole == nil)
  }

  /// Keeps results in a folder, and gives its path.
  private static func keep(_ results: ClientResults, in scratch: Scratch) throws -> KeptResults {
    let kept = KeptResults(folder: scratch.path + "/clients")
    try kept.keep(results)
    return kept
  }

  @Test("What is kept is read back, and is the same each time")
  func roundTrip() throws {
    let results = ClientResultsTests.sample()
    let scratch = try Scratch()
    let kept = try ClientResultsTests.keep(results, in: scratch)
    let file = kept.file(of: results)
    let octets = try FileReading.read(file)
    let details = try FileReading.read(scratch.path + "/clients/exchanges/digest.z")
    #expect(try ClientResults(file: file) == results)
    try kept.keep(results)
    try kept.prune()
    #expect(try FileReading.read(file) == octets)
    #expect(try FileReading.read(scratch.path + "/clients/exchanges/digest.z") == details)
  }

  @Test("The text has a letter for each case, and the checks that broke with their cases")
  func text() {
    var results = ClientResults(
      client: ClientIdentity(name: "wget", version: "1.21\n3", abilities: ["digest", "basic"]),
      basis: .init(authspec: "0.1.0", catalogue: "c0ffee"), date: "2026-11-24")
    let nonce = ClientResults.CheckFinding(
      check: "1.origin.2.nc", verdict: .fail, level: "must", observed: "nc=00000002")
    var diagnosed = nonce
    diagnosed.diagnosis = String(repeating: "The count goes on. ", count: 5)
    let warning = ClientResults.CheckFinding(
      check: "invariant.echo", verdict: .warn, level: "should", observed: "nothing")
    results.scenarios = [
      .init(
        id: "digest/counts",
        cases: [
          .init(coordinates: "n=0", verdict: .pass),
          .init(coordinates: "n=1", verdict: .fail, findings: [nonce, warning]),
          .init(coordinates: "n=2", verdict: .fail, findings: [nonce]),
          .init(coordinates: "n=3", verdict: .skipped, reason: "no"),
          .init(coordinates: "n=4", verdict: .fail, findings: [nonce]),
        ]),
      .init(
        id: "digest/again",
        cases: [.init(coordinates: "", verdict: .fail, findings: [warning, nonce, diagnosed])]),
      .init(
        id: "digest/none",
        cases: [
          .init(coordinates: "n=0", verdict: .skipped, reason: "no"),
          .init(coordinates: "n=1", verdict: .skipped, reason: "no"),
        ]),
      .init(id: "alone", cases: [.init(coordinates: "", verdict: .crash, reason: "died")]),
    ]
    let file = ResultsFile(results)
    let names = file.records.map(\.name)
    #expect(
      file.text == """
        authspec results 3
        client: wget
        version: 1.21\\x0a3
        abilities: basic digest
        played: 2026-11-24
        authspec: 0.1.0
        scenarios: c0ffee
        definition:\u{20}
        verdicts: 4 failed, 1 crashed, 1 passed, 3 skipped

        digest \(names[0])
          counts pffsf
            f 1.origin.2.nc must nc=00000002
            w invariant.echo should 2
          again f
            w invariant.echo should nothing
            f 1.origin.2.nc must The count goes on. The count goes on. The count goes on. Th…
          1 scenario skipped, 2 cases

        other \(names[1])
          alone c

        """)
  }

  @Test("The same details of two clients are kept once, and go when nobody refers to them")
  func shared() throws {
    let scratch = try Scratch()
    let results = ClientResultsTests.sample()
    let kept = try ClientResultsTests.keep(results, in: scratch)
    let details = scratch.path + "/clients/exchanges/digest.z"
    let alone = try FileReading.read(details)
    var other = results
    other.client.name = "other"
    try kept.keep(other)
    #expect(try FileReading.read(details) == alone)
    other.scenarios = other.scenarios.map { scenario in
      var changed = scenario
      changed.cases[0].reason = "changed"
      return changed
    }
    try kept.keep(other)
    #expect(try FileReading.read(details).count > alone.count)
    #expect(kept.all().results == [results, other].sorted { $0.name < $1.name })
    Folder.remove(file: kept.file(of: other))
    try kept.prune()
    #expect(try FileReading.read(details) == alone)
  }

  @Test("A further case takes a few octets of the text, and hardly more of the details")
  func small() throws {
    func size(_ count: Int) throws -> (text: Int, details: Int) {
      let recorder = ClientResultsCollector(ClientResultsTests.noBasis)
      Sample.feed(
        recorder,
        (0..<count).map { index in
          var result = Sample.result(index, "digest/fail", .fail)
          result.played = Sample.played(
            "digest/fail", coordinates: [.init(key: "way", value: "\(index)")])
          return result
        })
      let results = try #require(recorder.whole)
      var details = TopicDetails()
      details.records["1"] = results.scenarios
      return (ResultsFile(results).text.utf8.count, try #require(details.octets).count)
    }
    let (one, many) = (try size(1), try size(200))
    #expect((many.text - one.text) / 199 < 2)
    #expect((many.details - one.details) / 199 < 10)
  }

  @Test("Results are kept as they were, with their day, if a later run does not differ")
  func sameAgain() throws {
    let scratch = try Scratch()
    var results = ClientResultsTests.sample()
    results.date = "2026-11-24"
    let kept = try ClientResultsTests.keep(results, in: scratch)
    results.date = "2026-12-01"
    try kept.keep(results)
    #expect(try ClientResults(file: kept.file(of: results)).date == "2026-11-24")
    results.scenarios[0].cases[0].verdict = .crash
    try kept.keep(results)
    #expect(try ClientResults(file: kept.file(of: results)).date == "2026-12-01")
  }

  @Test("A report of run --json is read for the same verdicts")
  func ofAReport() throws {
    let scratch = try Scratch()
    let report = try JSONReport(path: scratch.path + "/run.json")
    Sample.feed(report, Sample.all())
    let read = try ClientResults(file: scratch.path + "/run.json")
    let kept = ClientResultsTests.sample()
    #expect(read.client == kept.client)
    #expect(read.counts == kept.counts)
    let difference = ResultsDifference(from: kept, to: read)
    #expect(difference.same == 12)
  }

  @Test(
    "What is no results is refused with a reason",
    arguments: [
      ("", "the document ends too early"), ("{}", "as matrix or run --json write it"),
      (#"{"authspecResults":1}"#, "not read any more; remove the file, and play the client again"),
      (#"{"format":1,"cases":[]}"#, "'run'"), (#"{"format":7,"cases":[]}"#, "format 7"),
      ("authspec results 2\n", "format 2, which is not known; play the client again"),
      ("authspec results 3\nclient: x\n", "'version' is missing"),
      ("authspec results 3\n\ndigest 0123\n", "'client' is missing"),
    ])
  func refused(_ text: String, _ reason: String) throws {
    let scratch = try Scratch()
    try scratch.write(text, to: "x.txt")
    let error = #expect(throws: FileError.self) {
      try ClientResults(file: scratch.path + "/x.txt")
    }
    #expect(error?.file == scratch.path + "/x.txt")
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test("A text that was edited, or whose details are missing or damaged, is refused")
  func apart() throws {
    let scratch = try Scratch()
    let results = ClientResultsTests.sample()
    let kept = try ClientResultsTests.keep(results, in: scratch)
    let file = kept.file(of: results)
    let text = String(decoding: try FileReading.read(file), as: UTF8.self)
    func refusal() -> String? {
      do throws(FileError) {
        _ = try ClientResults(file: file)
        return nil
      } catch {
        return error.reason
      }
    }
    try AtomicFile.write(text.replacing("  fail f", with: "  fail p").utf8, to: file)
    #expect(refusal()?.contains("it was edited, or merged wrongly") == true)
    let name = ResultsFile(results).records[0].name
    try AtomicFile.write(text.replacing(name, with: "00000000").utf8, to: file)
    #expect(refusal()?.contains("does not have its details 00000000") == true)
    try AtomicFile.write(text.utf8, to: file)
    #expect(refusal() == nil)
    let details = scratch.path + "/clients/exchanges/basic.z"
    var octets = try FileReading.read(details)
    octets.removeLast(9)
    try AtomicFile.write(octets, to: details)
    #expect(refusal()?.contains("zlib cannot expand it") == true)
    for json in [
      #"{}"#, #"{"authspecDetails":1,"scenarios":[]}"#,
      #"{"authspecDetails":2,"scenarios":[{"id":"a","records":[["x",0,"p",[]]]}]}"#,
    ] {
      try AtomicFile.write(try #require(Zlib.compressed(Array(json.utf8))), to: details)
      #expect(refusal()?.contains("file of details") == true)
    }
  }

  @Test(
    "The name of a file is made of the client's name and the number of its version",
    arguments: [
      ("libcurl", "libcurl/7.88.1 OpenSSL/3.0.17", "libcurl-7.88.1"),
      ("requests", "2.32.4", "requests-2.32.4"),
      ("urllib3", "urllib3 2.0.7, Python 3.11", "urllib3-2.0.7"),
      ("reference", "", "reference"), ("a/b", "1 2", "a-b-1"),
    ])
  func names(_ name: String, _ version: String, _ wanted: String) {
    let results = ClientResults(
      client: .init(name: name, version: version, abilities: []), basis: ClientResultsTests.noBasis)
    #expect(results.name == wanted)
  }

  @Test("Results are kept in a file, and found finished only on the same basis")
  func kept() throws {
    let scratch = try Scratch()
    let folder = KeptResults(folder: scratch.path + "/clients")
    let results = ClientResultsTests.sample()
    #expect(!folder.isFinished(results))
    try folder.keep(results)
    #expect(scratch.names == ["clients"])
    #expect(!folder.isFinished(ClientResultsTests.sample(version: "9")))
    #expect(folder.isFinished(results))
    for change: (inout ClientResults) -> Void in [
      { $0.basis.catalogue = "other" }, { $0.basis.definition = "other" },
      { $0.basis.authspec = "other" }, { $0.client.version += " zlib/1.3" },
      { $0.client.version = "8.0.0" },
    ] {
      var other = results
      change(&other)
      #expect(!folder.isFinished(other))
    }
    #expect(folder.all().results == [results])
    try scratch.write("{", to: "clients/broken.txt")
    let all = folder.all()
    #expect(all.results == [results])
    #expect(all.failures.map(\.file) == ["\(scratch.path)/clients/broken.txt"])
  }
}
