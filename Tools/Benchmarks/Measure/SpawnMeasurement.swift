// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Transcripts

/// Calls a command repeatedly, each time for a request of a new session, and prints the speed, for
/// comparison with bare-spawn.c.
final class SpawnMeasurement: ClientObserver {
  private let loop = EventLoop()
  private var isFinished = false
  private var failed = 0

  func client(finished request: Int, _ outcome: ClientOutcome) {
    isFinished = true
    if case .response = outcome { return }
    failed += 1
  }

  func client(asks question: CredentialsQuestion) -> CredentialsAnswer { .cancel }

  /// Calls a program the given number of times.
  func call(_ words: [String], times: Int) {
    guard let program = try? ClientProgram(words: words) else { return print("no such place") }
    let client = CommandClient(loop: loop, program: program)
    client.observer = self
    let began = Instant.now
    for _ in 0..<times {
      isFinished = false
      _ = client.open(ClientSession())
      client.start(ClientRequest(url: "http://127.0.0.1/"), number: 0)
      let deadline = Instant.now.advanced(byMilliseconds: 60_000)
      while !isFinished, Instant.now < deadline { loop.turn(until: deadline) }
      _ = client.close()
    }
    let seconds = Double(Instant.now.nanoseconds(since: began)) / 1e9
    print(
      "\(times) processes, \(failed) failed, \(seconds) s, \(Int(Double(times) / seconds)) cases/s")
  }
}
