// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Playing
import Scenarios
import Transcripts
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Plays cases to the embedded libcurl on one thread and judges each, as a worker of a run does,
/// and prints the speed.
final class Measurement {
  private let players: [CasePlayer]
  private var failed = 0

  init(keepsConnections: Bool) {
    let loop = EventLoop()
    let client = LibcurlClient(loop: loop)
    players = client.withOthers { LibcurlClient(loop: loop) }.map {
      let player = CasePlayer(loop: loop, client: $0, timeout: 2000)
      player.keepsConnections = keepsConnections
      return player
    }
  }

  /// The cases that are played at once, each on connections of its own.
  var playerCount: Int { players.count }

  /// Plays one case repeatedly. Its plan is made once, as in a run, and everything else each time.
  func repeatOneCase(_ cases: Int, overTLS: Bool, on backEnd: BackEnd?, overHTTP2: Bool = false) {
    let plans = [DigestCase.make(number: 0)].planned(
      on: backEnd, over: overTLS ? .origins : nil, http2: overHTTP2 ? .afterALPN : nil)
    guard let plan = plans.first else { return }
    let began = Instant.now
    var batch = CaseBatch(players: players)
    for index in 0..<cases { play(plan, index: index, &batch) }
    while !batch.isEmpty { perform(&batch) }
    let seconds = Measurement.seconds(since: began)
    for player in players { player.stop() }
    print("\(cases) cases, \(failed) failed, \(seconds) s, \(Int(Double(cases) / seconds)) cases/s")
  }

  /// Plays distinct cases, and prints time and memory after each quarter of them.
  func playDistinctCases(_ cases: Int) {
    let began = Instant.now
    var quarters = 0
    var batch = CaseBatch(players: players)
    for number in 1...cases {
      play(CasePlan(DigestCase.make(number: number)), index: number - 1, &batch)
      while number == cases, !batch.isEmpty { perform(&batch) }
      guard number * 4 >= cases * (quarters + 1) else { continue }
      quarters += 1
      print(
        "\(number) distinct cases: \(failed) failed, \(Measurement.seconds(since: began)) s,"
          + " \(Measurement.memory) KB of memory")
    }
    for player in players { player.stop() }
  }

  private func play(_ plan: CasePlan, index: Int, _ batch: inout CaseBatch) {
    batch.add(plan, index: index)
    if batch.isFull { perform(&batch) }
  }

  private func perform(_ batch: inout CaseBatch) {
    _ = batch.perform { result in
      if result.verdict != .pass { note(result) }
      return true
    }
  }

  private func note(_ result: CaseResult) {
    failed += 1
    guard failed == 1 else { return }
    print(result.reason ?? "")
    for check in result.checks where check.verdict != .pass {
      print(check.descriptor.id, check.verdict, check.finding?.observed ?? "")
    }
  }

  /// Seconds, rounded to milliseconds.
  private static func seconds(since began: Instant) -> Double {
    Double(Instant.now.nanoseconds(since: began) / 1_000_000) / 1000
  }

  /// The peak memory of the process so far, in kilobytes. If it stays constant, memory does not
  /// grow.
  private static var memory: Int {
    #if canImport(Glibc)
      let own = Int32(RUSAGE_SELF.rawValue)
    #else
      let own = RUSAGE_SELF
    #endif
    var usage = rusage()
    guard unsafe getrusage(own, &usage) == 0 else { return 0 }
    #if canImport(Darwin)
      return usage.ru_maxrss / 1024
    #else
      return usage.ru_maxrss
    #endif
  }
}
