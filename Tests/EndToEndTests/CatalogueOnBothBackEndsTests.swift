// SPDX-License-Identifier: Apache-2.0

import Foundation
import Playing
import Scenarios
import TestThreads
import Testing

/// The whole catalogue, played to libcurl by the program: what comes of it depends on nothing but
/// the client.
@Suite(.onOwnThreads) struct CatalogueOnBothBackEndsTests {
  @Test func everyCaseIsOneOfItsOwn() throws {
    let cases = try CatalogueFixture.cases()
    #expect(!cases.isEmpty)
    #expect(Set(cases.map(\.id)).count == cases.count)
  }

  /// Expects the same verdicts, check for check, wherever both are steady.
  private func expectSame(_ run: CatalogueRun, as other: CatalogueRun) throws {
    let wanted = try other.steady()
    for (id, result) in try run.steady() where wanted[id] != nil {
      #expect(result.verdicts == wanted[id]?.verdicts, "\(id) \(result.reason)")
    }
  }

  /// A back end is the harness's own business.
  @Test func bothBackEndsComeToTheSameVerdicts() throws {
    let wire = try CatalogueRun.wire.get()
    let ids = try CatalogueFixture.cases()
      .filter { CasePlan($0, backEnd: .microhttpd).problems.isEmpty }.map(\.id)
    // Not everything can be played by libmicrohttpd, but a good part can.
    #expect(ids.count * 3 > wire.ids.count)
    let other = try CatalogueRun(["--client", "libcurl", "--server", "microhttpd"], ids: ids)
    #expect(other.ids == ids)
    try expectSame(other, as: wire)
  }

  /// The judge's reading of a recording is the script's reading of the requests as they came, and
  /// cases that are judged together are judged like one alone. One case of each scenario; all of
  /// them with AUTHSPEC_TEST_LONG set.
  @Test func judgingAgainComesToTheSame() throws {
    let place = try Workplace()
    let played = try CatalogueRun(
      ["--client", "libcurl", "--server", "wire", "--record", place.path], ids: try Self.sample())
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
    #expect(names.count * 2 > played.ids.count)
    let judged = try CatalogueRun(judging: names.map { "\(place.path)/\($0)" })
    let wanted = try played.steady()
    for (id, result) in judged.results where wanted[id] != nil {
      #expect(result.verdicts == wanted[id]?.verdicts, "\(id)")
      #expect(result.findings == wanted[id]?.findings, "\(id)")
    }
  }

  /// The same client, the same verdicts, check for check: one case of each scenario, as several
  /// workers play all of them below; all of them 50 times with AUTHSPEC_TEST_LONG set.
  @Test func playingAgainComesToTheSame() throws {
    for _ in 0..<(Self.isLong ? 50 : 1) {
      let again = try CatalogueRun(
        ["--client", "libcurl", "--server", "wire"], ids: try Self.sample())
      try expectSame(again, as: try CatalogueRun.wire.get())
    }
  }

  /// Several workers come to the same as one, in the same order.
  @Test func severalWorkersComeToTheSame() throws {
    let two = try CatalogueRun.libcurl.get()
    #expect(two.ids == (try CatalogueFixture.cases().map(\.id)))
    let one = try CatalogueRun.wire.get()
    #expect(one.ids == two.ids)
    try expectSame(two, as: one)
  }

  private static let isLong = ProcessInfo.processInfo.environment["AUTHSPEC_TEST_LONG"] != nil

  private static func sample() throws -> [String] {
    try isLong ? CatalogueFixture.cases().map(\.id) : CatalogueRun.oneOfEachScenario()
  }
}
