// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Fuzzing
import Testing

@Suite("Rounds of a campaign")
struct RoundSchedulerTests {
  @Test(
    "A round is made from one that is over well before it, and later rounds from no earlier one")
  func source() {
    var last: UInt64 = 0
    for round in 0..<300 as Range<UInt64> {
      guard let source = RoundScheduler.source(of: round) else {
        #expect(round < 2)
        continue
      }
      #expect(source + 2 <= round && round <= source + 16)
      #expect(source >= last)
      last = source
    }
    #expect(last == 299 - 16)
  }

  @Test("Inputs that wait for a round are handed out with its pool when it is over")
  func waits() throws {
    let scheduler = RoundScheduler(total: .max, workers: 1)
    let length = Int(RoundScheduler.roundLength)
    // The first two rounds are made from nothing, the third from the first.
    let early = scheduler.take(atMost: 3 * length)
    #expect(early.count == 2 * length)
    #expect(early.allSatisfy { $0.pool.corpus.isEmpty })
    let input = FuzzInput(challenges: ["Basic"])
    scheduler.endRound(0, pool: InputPool([input]))
    let next = scheduler.take(atMost: 3 * length)
    #expect(next.count == length)
    #expect(next.first?.index == UInt64(2 * length))
    #expect(next.allSatisfy { Array($0.pool.corpus) == [input] })
  }
}
