// SPDX-License-Identifier: Apache-2.0

/// The events of a descriptor.
public struct Readiness: OptionSet, Sendable {
  /// A bit for each event.
  public let rawValue: UInt8
  /// The events of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A read, or an accept, would not block.
  public static let readable = Readiness(rawValue: 1)
  /// A write would not block.
  public static let writable = Readiness(rawValue: 2)
  /// The other side is closed, or the descriptor has an error. It is always reported.
  public static let hungUp = Readiness(rawValue: 4)
}

/// Handles a descriptor that an event loop watches.
public protocol DescriptorHandler: AnyObject {
  /// The descriptor is ready, or was before another handler ran: it should be non-blocking. The
  /// handler may watch and forget descriptors, including its own.
  func ready(_ descriptor: Int32, _ readiness: Readiness)
}

/// Handles timers of an event loop.
public protocol TimerHandler: AnyObject {
  /// The timer with this token is due.
  func timeUp(_ token: Int)
}

/// A worker's loop over poll(2), with the sockets of its servers and its client, and its timers.
///
/// Only one thread may use it. It keeps the handlers of its descriptors and timers alive.
public final class EventLoop {
  private var table = WatchTable()
  private var seen: [WatchTable.ReadyEvent] = []
  private var timers: [Timer] = []
  private var lastTimer = 0
  private var delays = DelayMeter()
  /// The buffer that the connections of the loop read into.
  package private(set) lazy var buffer = ReadBuffer()

  private struct Timer {
    var due: Instant
    var id: TimerID
    var token: Int
    var handler: any TimerHandler
  }

  /// Identifies a timer, to cancel it.
  public struct TimerID: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// A loop without descriptors and timers.
  public init() { KeptMemory.setUp }

  /// The number of watched descriptors.
  public var watchedCount: Int { table.count }

  // MARK: Descriptors

  /// Watches a descriptor, or changes the events and the handler of a watched one.
  public func watch(_ descriptor: Int32, for readiness: Readiness, handler: any DescriptorHandler) {
    // The old handler is released after the table has changed.
    withExtendedLifetime(table.watch(descriptor, for: readiness, handler: handler)) {}
  }

  /// Stops watching a descriptor, if it is watched.
  public func forget(_ descriptor: Int32) {
    withExtendedLifetime(table.forget(descriptor)) {}
  }

  // MARK: Timers

  /// Calls `handler` once with `token`, in the first turn at or after `due`.
  @discardableResult
  public func schedule(at due: Instant, token: Int = 0, handler: any TimerHandler) -> TimerID {
    lastTimer += 1
    let timer = Timer(due: due, id: TimerID(number: lastTimer), token: token, handler: handler)
    let place = timers.firstIndex { $0.due > due } ?? timers.endIndex
    timers.insert(timer, at: place)
    return timer.id
  }

  /// Cancels a timer if it is still set.
  public func cancel(_ timer: TimerID) { timers.removeAll { $0.id == timer } }

  // MARK: Time

  /// The nanoseconds for which the loop's thread was ready to run and waited for a processor. They
  /// are measured now, unless that was done in the last `age` milliseconds.
  package func delay(unlessWithin age: Int = 0, now: Instant = .now) -> Int64 {
    delays.measureThisThread(unlessWithin: age, now: now)
    return delays.nanoseconds
  }

  // MARK: Turning

  /// Waits until a descriptor is ready, a timer is due or the deadline passes, and calls the
  /// handlers. Does not wait if the deadline has passed. Returns `false` if no descriptor was
  /// ready.
  @discardableResult
  public func turn(until deadline: Instant) -> Bool {
    let due = timers.first.map { min($0.due, deadline) } ?? deadline
    poll(until: due)
    // A handler may close the descriptor of a later event, and a new descriptor may get its number:
    // the event is not for that one.
    for event in seen {
      guard let handler = table.handler(of: event) else { continue }
      handler.ready(event.descriptor, event.readiness)
    }
    let sawSomething = !seen.isEmpty
    seen.removeAll(keepingCapacity: true)
    callTimers()
    return sawSomething
  }

  private func poll(until due: Instant) {
    let wait = due.nanoseconds(since: Instant.now)
    // Rounded up, so that the timer is due after waiting.
    let milliseconds = Int32(clamping: wait <= 0 ? 0 : (wait - 1) / 1_000_000 + 1)
    table.poll(milliseconds: milliseconds, into: &seen)
  }

  /// Calls the timers that are due, one at a time, because each may cancel others. Timers that are
  /// set meanwhile wait for the next turn, so that a timer that sets itself again cannot block the
  /// loop.
  private func callTimers() {
    guard !timers.isEmpty else { return }
    let now = Instant.now
    let last = lastTimer
    while let place = timers.firstIndex(where: { $0.id.number <= last }), timers[place].due <= now {
      let timer = timers.remove(at: place)
      timer.handler.timeUp(timer.token)
    }
  }
}
