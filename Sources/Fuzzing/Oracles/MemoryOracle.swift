import Clients
import Platform

/// Objects to a client that keeps what it reads: it lives on from request to request, and what it holds grows by half or
/// more of what it was sent, again and again, twice as much each time.
///
/// A collector of garbage lets memory grow for a while, and a cache until it is full: growth that ends is none.
enum MemoryOracle {
  static let cause = OracleFailure.Cause(oracle: "memory", place: "")
  /// How often what is repeated in an input stands in it: more than pages and pools hide, less than servers' usual limits.
  private static let repetitions = 8_000
  /// Plays before the first look: pools fill.
  private static let warmUp = 64
  /// Octets that may be kept where others were given back before, so that nothing is seen of it.
  private static let room: Int64 = 4 << 20
  /// Growth that no pool explains, in octets.
  private static let most: Int64 = 48 << 20
  /// How often an input is tried while it is made small: a look takes hundreds of plays.
  static let mostTrials = 100
  /// Doublings that are enough where the growth is known already.
  private static let fewest = 3

  /// True for some of the inputs in which something is repeated; which ones depends on the input alone.
  static func isDue(_ input: FuzzInput) -> Bool {
    input.repetitionPlace != nil && (input.bits >> 8) % 128 == 0
  }

  /// The objection, where there is one.
  ///
  /// - Parameters:
  ///   - isKnown: the growth was seen before, and is only to be recognised.
  ///   - memory: what the client's process holds now, in octets; nil where that cannot be told.
  ///   - play: plays an input once.
  static func hit(
    _ input: FuzzInput, isKnown: Bool, memory: () -> ProcessMemory?, play: (FuzzInput) -> Void
  ) -> OracleFailure? {
    let input = input.repeating(repetitions)
    let size = Int64(input.octetsOfLines)
    guard size >= repetitions, memory() != nil else { return nil }
    for _ in 0..<warmUp { play(input) }
    guard let first = memory() else { return nil }
    var before = first
    var plays: Int64 = 64
    var (sent, doublings): (Int64, Int) = (0, 0)
    while true {
      for _ in 0..<plays { play(input) }
      // A process that was started anew has forgotten what it kept.
      guard let now = memory(), now.process == first.process else { return nil }
      sent += plays * size
      doublings += 1
      if now.octets - before.octets < plays * size / 2, isKnown || sent > room { return nil }
      let grown = now.octets - first.octets
      if grown >= most || isKnown && doublings >= fewest {
        return OracleFailure(
          cause: cause, isGrave: true,
          expected: "memory that is given back",
          observed: "\(sent >> 20) MiB were read, and \(grown >> 20) MiB kept")
      }
      before = now
      plays *= 2
    }
  }
}

extension ProcessMemory {
  /// What the process holds now in which a client works; nil where it has none of its own that goes on: what this process
  /// holds is also the harness's, and other workers'.
  init?(at place: ClientPlace) {
    guard case .process(let number) = place else { return nil }
    self.init(of: number)
  }
}
