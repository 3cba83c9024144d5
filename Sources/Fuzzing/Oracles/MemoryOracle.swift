// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform

/// Reports a client whose process keeps what it reads: in every one of several measurements, each
/// twice as long as the one before, its memory grows by at least half of what it was sent.
///
/// A garbage collector lets memory grow for a while, and a cache until it is full. Growth that ends
/// is no failure.
enum MemoryOracle {
  /// Octets of repetition in an input: too many for page sizes and pools to hide, and below the
  /// usual limits of servers.
  private static let repetitions = 8_000
  /// Plays before the first measurement. They fill pools.
  private static let warmUp = 64
  /// Octets that a process can keep in memory freed before, without growing.
  private static let slack: Int64 = 4 << 20
  /// The growth that no pool explains, in octets.
  private static let maxGrowth: Int64 = 48 << 20
  /// The most trials while an input is minimised: a trial takes hundreds of plays.
  static let maxTrials = 100
  /// The number of measurements that are enough if the growth was seen before.
  private static let fewestMeasurements = 3

  /// `true` for some of the inputs that have a repetition, which depends on the input alone.
  static func isDue(_ input: FuzzInput) -> Bool {
    input.repetitionPlace != nil && (input.bits >> 8) % 128 == 0
  }

  /// The failure; `nil` if memory does not grow.
  ///
  /// - Parameters:
  ///   - isKnown: the growth was seen before, and only has to be confirmed.
  ///   - memory: the memory of the client's process; `nil` if it is not known.
  ///   - play: plays an input once.
  static func failure(
    _ input: FuzzInput, isKnown: Bool, memory: () -> ProcessMemory?, play: (FuzzInput) -> Void
  ) -> OracleFailure? {
    let input = input.repeating(repetitions)
    let size = Int64(input.octetsOfLines)
    guard size >= repetitions, memory() != nil else { return nil }
    for _ in 0..<warmUp { play(input) }
    guard let first = memory() else { return nil }
    var before = first
    var plays: Int64 = 64
    var (sent, measurements): (Int64, Int) = (0, 0)
    while true {
      for _ in 0..<plays { play(input) }
      // A process that was restarted has no memory of the plays before.
      guard let now = memory(), now.process == first.process else { return nil }
      sent += plays * size
      measurements += 1
      if now.octets - before.octets < plays * size / 2, isKnown || sent > slack { return nil }
      let grown = now.octets - first.octets
      if grown >= maxGrowth || isKnown && measurements >= fewestMeasurements {
        return OracleFailure(
          signature: FailureSignature(.memory), expected: "memory that is given back",
          observed: "\(sent >> 20) MiB were read, and \(grown >> 20) MiB kept")
      }
      before = now
      plays *= 2
    }
  }
}

extension ProcessMemory {
  /// The memory of the client's process; `nil` if the client has no lasting process of its own. The
  /// memory of this process also belongs to the harness and to other workers.
  init?(at place: ClientPlace) {
    guard case .process(let number) = place else { return nil }
    self.init(of: number)
  }
}
