import Scenarios
import Transcripts
@testable import Platform
@testable import Reporting
@testable import Storage
import Testing

@Suite("Results as they are kept")
struct ClientResultsTests {
  /// The results of a run of one case of each kind.
  static func sample(version: String = "libcurl/7.88.1 OpenSSL/3.0.17") -> ClientResults {
    let recorder = ClientResultsReporter(
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
    let recorder = ClientResultsReporter(ClientResultsTests.noBasis)
    Sample.feed(recorder, Sample.all()) { $0.isInterrupted = true }
    #expect(recorder.whole == nil)
    let stopped = ClientResultsReporter(ClientResultsTests.noBasis)
    Sample.feed(stopped, Sample.all()) { $0.planned += 1 }
    #expect(stopped.whole == nil)
  }

  @Test("What is written is read back, and is the same each time")
  func roundTrip() throws {
    let results = ClientResultsTests.sample()
    let read = try ClientResults(Array(results.json.utf8), file: "x.json")
    #expect(read == results)
    #expect(read.json == results.json)
  }

  @Test("Texts that come again stand once")
  func shared() {
    var many = (0..<200).map { index -> CaseResult in
      var result = Sample.result(index, "digest/fail", .fail)
      result.played = Sample.played(
        "digest/fail", coordinates: [.init(key: "way", value: "\(index)")])
      return result
    }
    let recorder = ClientResultsReporter(ClientResultsTests.noBasis)
    Sample.feed(recorder, many)
    let size = recorder.whole?.json.utf8.count ?? 0
    many.removeLast(199)
    let small = ClientResultsReporter(ClientResultsTests.noBasis)
    Sample.feed(small, many)
    let one = small.whole?.json.utf8.count ?? 0
    // A further case takes its coordinates and three names, not another copy of all that was seen.
    #expect((size - one) / 199 < 80)
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
    #expect(
      read.scenarios.map { $0.cases.map(\.verdict) }
        == kept.scenarios.map { $0.cases.map(\.verdict) })
    let difference = ResultsDifference(from: kept, to: read)
    #expect(difference.same == 12)
  }

  @Test(
    "What is no results is refused with a reason",
    arguments: [
      ("", "the document ends too early"), ("{}", "as matrix or run --json write them"),
      (#"{"authspecResults":2}"#, "format 2"), (#"{"authspecResults":1}"#, "'reasons'"),
      (#"{"format":1,"cases":[]}"#, "'run'"),
      (#"{"authspecResults":1,"reasons":[]}"#, "'reasons'"),
    ])
  func refused(_ text: String, _ reason: String) {
    let error = #expect(throws: FileError.self) {
      try ClientResults(Array(text.utf8), file: "x.json")
    }
    #expect(error?.file == "x.json")
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test("A name that the file does not explain is refused")
  func dangling() {
    let text = ClientResultsTests.sample().json
    let broken = text.replacing(#""findings":["#, with: #""findings":["0","#)
    #expect(broken != text)
    #expect(throws: FileError.self) { try ClientResults(Array(broken.utf8), file: "x.json") }
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
    try scratch.write("{", to: "clients/broken.json")
    let all = folder.all()
    #expect(all.results == [results])
    #expect(all.failures.map(\.file) == ["\(scratch.path)/clients/broken.json"])
  }
}
