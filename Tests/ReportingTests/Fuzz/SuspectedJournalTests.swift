// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import HTTPAuth
@testable import Platform
@testable import Reporting
@testable import Storage
import Foundation
import Testing

@Suite("What waits to be looked into")
struct SuspectedJournalTests {
  private let place = FileManager.default.temporaryDirectory.appending(
    path: "authspec-suspected-\(UUID().uuidString)"
  ).path
  private let inputs = [
    FuzzInput(challenges: ["Basic realm=a"]), FuzzInput(challenges: ["Digest", "settled 1"]),
    FuzzInput(challenges: [""]),
  ]

  private func journal(_ client: String = "a") throws -> SuspectedJournal {
    try SuspectedJournal(folder: place, options: ["--client", client])
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place)
  }

  /// A journal as a campaign leaves it that is killed: its octets, held by nobody.
  private func killed(_ perform: (SuspectedJournal) throws -> Void) throws -> Data {
    let journal = try self.journal()
    try perform(journal)
    let octets = try Data(contentsOf: URL(filePath: "\(place)/\(try #require(files().first))"))
    for input in inputs { for _ in 0..<3 { try journal.settle(input) } }
    return octets
  }

  @Test("It is there for the next campaign, until it was looked into as often as it was suspected")
  func inherited() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    do {
      let journal = try self.journal()
      for input in inputs + [inputs[1]] { try journal.suspect(input) }
      try journal.settle(inputs[0])
      try journal.settle(inputs[1])
    }
    let next = try journal()
    #expect(next.inherited == [inputs[1], inputs[2]])
    #expect(try files().count == 1)
    for input in inputs { try next.settle(input) }
  }

  @Test("Nothing stays on disk where nothing waits")
  func removed() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    _ = try killed { for input in inputs { try $0.suspect(input) } }
    #expect(try files() == [])
  }

  @Test("What is suspected of a client is left to the next campaign of that client")
  func otherClient() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    do { try journal().suspect(inputs[0]) }
    #expect(try journal("b").inherited == [])
    let next = try journal()
    #expect(next.inherited == [inputs[0]])
    try next.settle(inputs[0])
  }

  @Test("A campaign takes nothing from another that is running")
  func running() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let first = try journal()
    try first.suspect(inputs[0])
    let second = try journal()
    #expect(second.inherited == [])
    try second.suspect(inputs[1])
    #expect(try files().count == 2)
    try first.settle(inputs[0])
    try second.settle(inputs[1])
  }

  @Test("Whatever octet a campaign is killed at, what was written before is read")
  func cut() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let octets = try killed {
      for input in inputs { try $0.suspect(input) }
      try $0.settle(inputs[1])
    }
    var counts: [Int] = []
    for length in 0...octets.count {
      let left = SuspectedJournal.unsettled(Array(octets.prefix(length)))
      #expect(left.allSatisfy(inputs.contains))
      counts.append(left.count)
    }
    #expect(counts.first == 0)
    #expect(counts.max() == 3)
    #expect(SuspectedJournal.unsettled(Array(octets)) == [inputs[0], inputs[2]])
  }

  @Test(
    "A file of that name that is no journal is none",
    arguments: [
      "", "\n", "x", "suspected\n", "suspected 1\n", "suspected 1 -1\n\n", "suspected 1 9\nabc\n",
      "suspected 1 9223372036854775807\nabc\n", "suspected x 3\nabc\n", "settled 1\n",
    ])
  func foreign(text: String) {
    #expect(SuspectedJournal.unsettled(Array(text.utf8)) == [])
  }

  @Test("A journal does not grow for ever")
  func bounded() throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    let journal = try self.journal()
    try journal.suspect(inputs[0])
    let long = FuzzInput(challenges: [Octets(String(repeating: "a", count: 50_000))])
    for _ in 0..<100 {
      try journal.suspect(long)
      try journal.settle(long)
    }
    let file = "\(place)/\(try #require(files().first))"
    #expect(try files().count == 1)
    #expect(try Data(contentsOf: URL(filePath: file)).count < 1_200_000)
    #expect(
      SuspectedJournal.unsettled(Array(try Data(contentsOf: URL(filePath: file)))) == [inputs[0]])
    try journal.settle(inputs[0])
  }
}
