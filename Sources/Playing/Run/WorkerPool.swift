import Platform
internal import Synchronization

/// Several threads that share numbered work; what comes of it is kept by number.
enum WorkerPool {
  /// What does the work on one thread, and what is to be done at its end.
  typealias Hand<Output> = (work: (Int) -> Output, end: () -> Void)

  /// Does `count` pieces of work with so many threads; `nil` for what was left undone after an
  /// interruption.
  ///
  /// `makeHand` is called once on each thread. Meanwhile `tell` is called on the calling thread,
  /// several times a second.
  static func perform<Output: Sendable>(
    _ count: Int, threads: Int, interruption: Interruption, tell: () -> Void = {},
    makeHand: @escaping @Sendable () -> Hand<Output>
  ) -> [Output?] {
    let shared = Shared<Output>(count)
    let work: @Sendable () -> Void = {
      let hand = makeHand()
      while !interruption.isRaised, let number = shared.take() {
        shared.put(hand.work(number), number)
      }
      hand.end()
      shared.leave()
    }
    var crew: [WorkerThread] = []
    for _ in 0..<max(1, min(threads, count)) {
      shared.join()
      if let thread = WorkerThread(work) {
        crew.append(thread)
      } else {
        shared.leave()
      }
    }
    // A thread that cannot be had is work for the others; without any, this thread does it.
    if crew.isEmpty {
      shared.join()
      work()
    }
    let loop = EventLoop()
    while shared.isAtWork {
      tell()
      loop.turn(until: Instant.now.advanced(byMilliseconds: 20))
    }
    for thread in crew { thread.join() }
    tell()
    return shared.results
  }

  /// The next number, what has come of those that are done, and how many are at work.
  private final class Shared<Output: Sendable>: Sendable {
    private let count: Int
    private let next = Counter()
    private let atWork = Counter()
    private let outputs: Mutex<[Output?]>

    init(_ count: Int) {
      self.count = count
      outputs = Mutex(Array(repeating: nil, count: count))
    }

    func take() -> Int? {
      let number = next.add()
      return number < count ? number : nil
    }

    func put(_ output: Output, _ number: Int) {
      outputs.withLock { $0[number] = output }
    }

    func join() { atWork.add(1) }
    func leave() { atWork.add(-1) }
    var isAtWork: Bool { atWork.value > 0 }
    var results: [Output?] { outputs.withLock { $0 } }
  }
}

/// A number that several threads count with.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  /// The number as it is now.
  var value: Int { number.load(ordering: .acquiring) }

  /// Counts on, and gives the number that was there before.
  @discardableResult
  func add(_ more: Int = 1) -> Int {
    number.wrappingAdd(more, ordering: .acquiringAndReleasing).oldValue
  }
}
