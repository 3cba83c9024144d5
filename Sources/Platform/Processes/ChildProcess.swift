// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import LibC

/// Receives the output of a process.
package protocol ProcessOwner: AnyObject {
  /// The process wrote octets on standard output.
  func process(_ process: ChildProcess, wrote octets: ArraySlice<UInt8>)
  /// The process has ended, and so have the others of its group. All output was reported before.
  func process(_ process: ChildProcess, ended ending: ProcessEnding)
}

/// A process in its own process group, with pipes to its standard streams, on a worker's loop.
///
/// When the process ends, the other processes of its group are killed.
package final class ChildProcess {
  package weak var owner: (any ProcessOwner)?
  /// The end of its standard error.
  package private(set) var stderrTail = StderrTail()
  /// How it ended; `nil` while it runs.
  package private(set) var ending: ProcessEnding?
  /// The number of octets that it wrote on standard output.
  private(set) var written = 0

  private let loop: EventLoop
  /// Its process id.
  package let number: Int32
  private var input: Int32
  private var output: Int32
  private var errors: Int32
  /// A descriptor that is readable once the process has ended; -1 if the system has none.
  private var end: Int32
  private var waiting: [UInt8] = []
  private var sent = 0
  private var closesInput = false
  private var timers: [Clock: EventLoop.TimerID] = [:]
  private var block: [UInt8] = []
  private var delays = DelayMeter()
  private var killLimit: TimeLimit?

  private enum Clock: Int {
    /// Time to check whether the process has ended, if there is no descriptor for that.
    case poll
    /// Time to kill a process that did not end after SIGTERM.
    case kill
  }

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - hasInput: `true` for a pipe as standard input, `false` for an empty one.
  ///   - pollsForEnd: checks by a timer whether the process has ended, as on systems without pidfd.
  package init(
    _ command: ProcessCommand, loop: EventLoop, hasInput: Bool, pollsForEnd: Bool = false
  ) throws(ProcessError) {
    Descriptors.ignoreClosedPipes()
    self.loop = loop
    var pipes = Pipes()
    try pipes.open(hasInput: hasInput)
    do throws(ProcessError) {
      number = try pipes.spawn(command)
    } catch {
      pipes.closeAll()
      throw error
    }
    ProcessGroups.all.add(number)
    authspec_limit(
      number, command.memory.map { UInt64($0) << 20 } ?? 0, UInt64(max(16, command.files)))
    pipes.closeTheirs()
    (input, output, errors) = (pipes.input.ours, pipes.output.ours, pipes.errors.ours)
    end = pollsForEnd ? -1 : authspec_pidfd(number)
    for descriptor in [input, output, errors] where descriptor >= 0 {
      authspec_set_nonblocking(descriptor)
    }
    loop.watch(output, for: .readable, handler: self)
    loop.watch(errors, for: .readable, handler: self)
    if end >= 0 { loop.watch(end, for: .readable, handler: self) } else { pollLater() }
  }

  deinit { stop() }

  var isRunning: Bool { ending == nil }

  // MARK: Standard input

  /// Writes to its standard input, without blocking.
  package func write(_ octets: some Sequence<UInt8>) {
    guard input >= 0 else { return }
    waiting.append(contentsOf: octets)
    send()
  }

  /// Closes its standard input once everything is written.
  package func closeInput() {
    closesInput = true
    send()
  }

  private func send() {
    while sent < waiting.count, input >= 0 {
      switch Descriptors.write(waiting[sent...], to: input) {
      case .octets(let count): sent += count
      case .none:
        loop.watch(input, for: .writable, handler: self)
        return
      case .end: release(&input)
      }
    }
    waiting.removeAll(keepingCapacity: sent < 1 << 16)
    sent = 0
    guard input >= 0 else { return }
    if closesInput { release(&input) } else { loop.forget(input) }
  }

  // MARK: The end

  /// Sends SIGTERM to the group, and SIGKILL after a limit of `grace` milliseconds.
  package func terminate(grace: Int) {
    guard isRunning else { return }
    _ = kill(-number, SIGTERM)
    let limit = loop.limit(grace, for: self)
    killLimit = limit
    schedule(.kill, at: limit.due)
  }

  /// Kills a process that has not ended within its limit.
  private func killIfDue() {
    guard var limit = killLimit else { return }
    if limit.isUp(delay: loop.delay() + delay()) {
      killLimit = nil
      _ = kill(-number, SIGKILL)
    } else {
      killLimit = limit
      schedule(.kill, at: limit.due)
    }
  }

  /// Kills the group without notifying the owner, and waits until the process is gone.
  package func stop() {
    guard isRunning else { return }
    _ = kill(-number, SIGKILL)
    reap()
  }

  /// Runs the loop until the process has ended, or for the time of a limit. Returns `false` if it
  /// has not ended.
  package func waitForEnd(_ milliseconds: Int) -> Bool {
    waitForEnd(milliseconds, end: nil) { false }
  }

  /// Like `waitForEnd(_:)`, but also returns once `ProcessGroups.cancelStarts()` was called, and
  /// at `end`.
  package func waitForEndOrCancellation(_ milliseconds: Int, end: Instant?) -> Bool {
    waitForEnd(milliseconds, end: end) { ProcessGroups.all.startsAreCancelled }
  }

  private func waitForEnd(
    _ milliseconds: Int, end: Instant?, unless isCancelled: () -> Bool
  ) -> Bool {
    var limits = [loop.limit(milliseconds, for: self, end: end)]
    _ = loop.wait(within: &limits, for: self, lookingEvery: 50) { !isRunning || isCancelled() }
    return !isRunning
  }

  /// The nanoseconds for which its threads, and those of its descendants, were ready to run and
  /// waited for a processor. They are measured now, unless that was done in the last `age`
  /// milliseconds.
  package func delay(unlessWithin age: Int = 0, now: Instant = .now) -> Int64 {
    if isRunning { delays.measure(process: number, unlessWithin: age, now: now) }
    return delays.nanoseconds
  }

  private func finish() {
    guard isRunning else { return }
    // The id of the group stays valid until the process is reaped. Killing the group closes the
    // pipes.
    _ = kill(-number, SIGKILL)
    drain(output)
    drain(errors)
    let ending = reap()
    owner?.process(self, ended: ending)
  }

  @discardableResult
  private func reap() -> ProcessEnding {
    ProcessGroups.all.remove(number)
    let status = Int(authspec_reap(number))
    let ending: ProcessEnding = status < 0 ? .signal(-status) : .exit(status)
    self.ending = ending
    for timer in timers.values { loop.cancel(timer) }
    timers = [:]
    release(&input)
    release(&output)
    release(&errors)
    release(&end)
    return ending
  }

  private func release(_ descriptor: inout Int32) {
    guard descriptor >= 0 else { return }
    loop.forget(descriptor)
    _ = close(descriptor)
    descriptor = -1
  }

  private func schedule(_ clock: Clock, at due: Instant) {
    if let timer = timers.removeValue(forKey: clock) { loop.cancel(timer) }
    timers[clock] = loop.schedule(at: due, token: clock.rawValue, handler: self)
  }

  private func pollLater() { schedule(.poll, at: Instant.now.advanced(byMilliseconds: 2)) }

  // MARK: Standard output and error

  /// The maximum number of octets per event, so that one process cannot block the loop.
  private static let readLimit = 1 << 20

  private func drain(_ descriptor: Int32) {
    guard descriptor >= 0 else { return }
    if block.isEmpty { block = [UInt8](repeating: 0, count: 1 << 16) }
    var total = 0
    while total < ChildProcess.readLimit {
      switch Descriptors.read(descriptor, &block) {
      case .octets(let count):
        total += count
        take(block[..<count], from: descriptor)
        // The owner may have stopped the process.
        guard descriptor == output || descriptor == errors else { return }
      case .none: return
      case .end:
        if descriptor == output { release(&output) } else { release(&errors) }
        return
      }
    }
  }

  private func take(_ octets: ArraySlice<UInt8>, from descriptor: Int32) {
    if descriptor == errors {
      stderrTail.append(octets)
    } else {
      written += octets.count
      owner?.process(self, wrote: octets)
    }
  }
}

extension ChildProcess: DescriptorHandler, TimerHandler {
  package func ready(_ descriptor: Int32, _ readiness: Readiness) {
    switch descriptor {
    case end: finish()
    case input: if readiness.contains(.hungUp) { release(&input) } else { send() }
    case output, errors: drain(descriptor)
    default: break
    }
  }

  package func timeUp(_ token: Int) {
    guard let clock = Clock(rawValue: token), isRunning else { return }
    timers[clock] = nil
    switch clock {
    case .kill: killIfDue()
    case .poll: if authspec_has_ended(number) != 0 { finish() } else { pollLater() }
    }
  }
}
