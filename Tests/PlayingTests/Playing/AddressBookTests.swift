// SPDX-License-Identifier: Apache-2.0

import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// Which server is meant by an authority or a URL, where names are much alike.
@Suite(.onOwnThreads) struct AddressBookTests {
  private static let book = AddressBook(
    [
      ("first", "first.test"), ("sub", "sub.first.test"), ("suffix", "xfirst.test"),
      ("dotted", "second.test."), ("plain", "second.test"), ("address", nil),
    ].enumerated().map { index, server in
      Recording.Server(
        configuration: ServerConfiguration(
          name: server.0, kind: .origin, host: index + 1, portGroup: 0, hostName: server.1,
          backEnd: .wire),
        address: "127.0.0.\(index + 1)", port: 4012)
    })

  @Test(arguments: [
    ("http://first.test:4012/", 0), ("http://sub.first.test:4012/a", 1),
    ("HTTP://XFIRST.test:4012?q", 2), ("http://second.test.:4012", 3),
    ("http://second.test:4012", 4), ("http://first.test.:4012/", 0),
    ("http://first.test:4012@sub.first.test:4012/", 1), ("127.0.0.6:4012", 5),
    ("http://127.0.0.1:4012/", nil), ("http://first.test/", nil), ("http://test:4012/", nil),
    ("", nil),
  ])
  func `a URL leads to one server at most`(_ url: String, _ server: Int?) {
    let question = CredentialsQuestion(request: 0, target: .origin, url: url, failures: 0)
    #expect(Self.book.servers(askedAbout: question) == (server.map { [$0] } ?? []))
  }

  @Test func `clients are told where names lead, and of no address`() {
    #expect(
      Self.book.names.map { "\($0.host):\($0.port) \($0.place)" } == [
        "first.test:4012 127.0.0.1:4012", "sub.first.test:4012 127.0.0.2:4012",
        "xfirst.test:4012 127.0.0.3:4012", "second.test.:4012 127.0.0.4:4012",
        "second.test:4012 127.0.0.5:4012",
      ])
    #expect(Self.book.names.first?.address == "127.0.0.1")
    #expect(Self.book.names.first?.addressPort == "4012")
  }

  @Test func `what the machine lacks is no failure of the client's`() throws {
    let plan = CasePlan(try Rehearsal.played("steps: [{ request: {} }]"))
    let play = Transcript(
      recording: Recording(), steps: [], client: .init(name: "a", version: "1", abilities: []),
      duration: 0, lack: "This machine has no address [::1].")
    let result = CaseJudge.judge(plan.expectations, play)
    #expect(result.verdict == .skipped)
    #expect(result.reason == "This machine has no address [::1].")
  }
}
