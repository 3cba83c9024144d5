// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Clients
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// Cases that are played side by side by players that share a loop.
@Suite(.onOwnThreads, .serialized) struct PlayingBesideTests {
  static let texts = [
    """
    client: { credentials: [alice] }
    steps:
      - request: { path: /a }
        origin: [{ protect: digest }]
        expect: { origin: [{ credentials: none }, { credentials: valid }] }
      - close: [origin]
        request: { path: /b }
    """,
    """
    client: { credentials: [bob] }
    steps:
      - request: {}
        origin: [{ protect: basic }]
        expect: { origin: [{ credentials: none }, { credentials: none }] }
    """,
    """
    servers: { origin: {}, gate: { kind: proxy } }
    client: { credentials: [alice], proxy: gate }
    steps:
      - request: { path: /through }
        gate: [{ reply: forward }]
    """,
  ]

  /// A case that the client gives up after that many milliseconds.
  static func stalling(_ milliseconds: Int) -> String {
    """
    client: { timeout: \(milliseconds) }
    steps:
      - request: {}
        origin: [{ reply: raw, raw: "HTTP/1.1 200 OK\\r\\n", connection: stall }]
        expect: { client: { error: timeout } }
    """
  }

  static func perform(
    _ texts: [String], together: Bool
  ) throws -> (results: [CaseResult], milliseconds: Int64) {
    let plans = try texts.map { CasePlan(try Rehearsal.played($0)) }
    let loop = EventLoop()
    let players = texts.map { _ in
      CasePlayer(loop: loop, client: LibcurlClient(loop: loop), timeout: 2_000)
    }
    defer { for player in players { player.stop() } }
    let began = Instant.now
    let plays =
      together
      ? CasePlayer.play(plans, by: players) : zip(players, plans).map { $0.play($1) }
    let taken = Instant.now.nanoseconds(since: began) / 1_000_000
    return (plays.map { $0.judged() }, taken)
  }

  /// What was asked and answered, and over which connection.
  static func exchanges(_ result: CaseResult) -> [String] {
    result.play?.recording.exchanges.map { exchange in
      "\(exchange.step) \(exchange.connection) \(exchange.request.method) \(exchange.status ?? 0)"
    } ?? []
  }

  @Test("Each case has the same result as alone") func sameResults() throws {
    let alone = try Self.perform(Self.texts, together: false).results
    let together = try Self.perform(Self.texts, together: true).results
    #expect(alone.map(\.verdict) == [.pass, .fail, .pass], "\(alone.flatMap(\.complaints))")
    #expect(together.map(\.verdict) == alone.map(\.verdict))
    #expect(together.map { $0.checks.map(\.verdict) } == alone.map { $0.checks.map(\.verdict) })
    #expect(together.map(Self.exchanges) == alone.map(Self.exchanges))
    #expect(together.map { Self.exchanges($0).count } == [3, 2, 2])
  }

  @Test("One that waits keeps no other waiting") func waiting() throws {
    let slow = Array(repeating: Self.stalling(2_000), count: 5)
    let (results, taken) = try Self.perform(slow + Self.texts, together: true)
    #expect(
      results.map(\.verdict) == [.pass, .pass, .pass, .pass, .pass, .pass, .fail, .pass],
      "\(results.flatMap(\.complaints))")
    // One after the other they would take as long as all of them.
    let durations = results.map { ($0.play?.duration ?? 0) / 1_000_000 }
    #expect(taken >= 2_000 && taken * 2 < durations.reduce(0, +), "\(taken): \(durations)")
    // The connection of one that is over is closed then, not when all are over.
    let slowest = durations.suffix(3).max() ?? 0
    #expect(durations.prefix(5).allSatisfy { slowest < $0 }, "\(durations)")
  }
}
