// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
@testable import Reporting
import Platform
import Scenarios
import Transcripts
import Testing

@Suite("The messages as HAR")
struct HARReportTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func log(_ results: [CaseResult], cases: Int) throws -> JSONValue {
    let file = scratch.path + "/a.har"
    let report = try HARReport(path: file)
    report.record(.runStarted(Sample.header(cases: cases)))
    for result in results { report.record(.caseFinished(result)) }
    report.record(.runFinished(Sample.summary(results)))
    #expect(report.failure == nil)
    let octets = try FileReading.read(file)
    return try #require(try JSONParser.value(of: octets)["log"])
  }

  @Test("Of many cases those that fail are written, of up to ten all that were played")
  func cases() throws {
    let results = Sample.all()
    let failed = try log(results, cases: 11)
    #expect(
      failed["pages"]?.array?.compactMap { $0["id"]?.string }
        == results.filter { $0.isUnexpectedlyBad && $0.play != nil }.map(\.played.id))
    let all = try log(Array(results.prefix(5)), cases: 10)
    #expect(all["pages"]?.array?.count == 4)
    #expect(all["entries"]?.array?.count == 8)
    #expect(all["version"]?.string == "1.2")
  }

  @Test("An entry has the messages with their times")
  func entry() throws {
    let entries = try #require(try log([Sample.result(0, "a", .pass)], cases: 1)["entries"]?.array)
    let entry = try #require(entries.last)
    #expect(entry["startedDateTime"]?.string == "2026-01-01T12:00:00.002Z")
    #expect(entry["request"]?["url"]?.string == "http://127.0.0.1:4012/report")
    #expect(entry["request"]?["method"]?.string == "GET")
    #expect(entry["response"]?["status"]?.integer == 200)
    #expect(entry["response"]?["content"]?["text"]?.string == "no")
    #expect(entry["connection"]?.string == "1")
    let challenge = try #require(entries.first?["response"]?["headers"]?.array?.first)
    #expect(challenge["name"]?.string == "WWW-Authenticate")
  }

  @Test("Octets that are no text, and replies that are no response, are written all the same")
  func odd() throws {
    var raw = Sample.exchange(nil, status: 200)
    raw.reply = Reply(content: .raw(Octets([0xFF, 0x00, 0x0A])))
    raw.request.target = "/a?x=1&y&Z=%41=2"
    raw.request.fields.append("Cookie", "a=b; c")
    raw.body = Octets([0xE4])
    var silent = Sample.exchange(nil, status: 200)
    silent.reply = nil
    silent.request.method = "CONNECT"
    silent.request.target = "h:1"
    let result = Sample.result(0, "a", .pass, play: Sample.play([raw, silent]))
    let entries = try #require(try log([result], cases: 1)["entries"]?.array)
    #expect(entries[0]["response"]?["content"]?["text"]?.string == "/wAK")
    #expect(entries[0]["response"]?["content"]?["encoding"]?.string == "base64")
    #expect(entries[0]["request"]?["postData"]?["text"]?.string == "ä")
    let query = entries[0]["request"]?["queryString"]?.array
    #expect(query?.compactMap { $0["name"]?.string } == ["x", "y", "Z"])
    #expect(query?.last?["value"]?.string == "%41=2")
    #expect(
      entries[0]["request"]?["cookies"]?.array?.compactMap { $0["name"]?.string } == ["a", "c"])
    #expect(entries[1]["response"]?["status"]?.integer == 0)
    #expect(entries[1]["request"]?["url"]?.string == "http://h:1")
  }
}
