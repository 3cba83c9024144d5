internal import Synchronization

/// Several threads that share numbered work; what comes of it is kept by number.
enum Crew {
  /// Does `count` pieces of work with so many threads; nil for what was left undone after an interruption.
  ///
  /// `makeHand` is called once on each thread and makes what does the work there, with what is to be done at its end.
  static func perform<Output: Sendable>(
    _ count: Int, threads: Int, interruption: Interruption,
    makeHand: @escaping @Sendable () -> (work: (Int) -> Output, end: () -> Void)
  ) -> [Output?] {
    let shared = Shared<Output>(count)
    let work: @Sendable () -> Void = {
      let hand = makeHand()
      while !interruption.isRaised, let number = shared.take() {
        shared.put(hand.work(number), number)
      }
      hand.end()
    }
    var others: [JoinableThread] = []
    for _ in 1..<max(2, min(threads, count)) where threads > 1 {
      if let thread = JoinableThread(work) { others.append(thread) }
    }
    work()
    for thread in others { thread.join() }
    return shared.results
  }

  /// The next number, and what has come of those that are done.
  private final class Shared<Output: Sendable>: Sendable {
    private let count: Int
    private let next = Atomic<Int>(0)
    private let outputs: Mutex<[Output?]>

    init(_ count: Int) {
      self.count = count
      outputs = Mutex(Array(repeating: nil, count: count))
    }

    func take() -> Int? {
      let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
      return number < count ? number : nil
    }

    func put(_ output: Output, _ number: Int) {
      outputs.withLock { $0[number] = output }
    }

    var results: [Output?] { outputs.withLock { $0 } }
  }
}
