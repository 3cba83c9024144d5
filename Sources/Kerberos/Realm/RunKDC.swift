// SPDX-License-Identifier: Apache-2.0

import Platform

/// The KDC of a run, which is started at the first use, and again after it has ended.
///
/// The functions of GSS-API block the calling thread, and with it the loop, for up to half a minute
/// while the KDC does not answer. If the KDC has ended, they fail within seconds. Therefore the KDC
/// is ended if a client waits for it too long.
package final class RunKDC: Sendable {
  fileprivate struct State: Sendable {
    var kdc: KeyDistributionCenter?
    /// The limit of each wait.
    var limits: [Int: TimeLimit] = [:]
    /// Measures this process and the KDC.
    var meter = DelayMeter()
    var count = 0
    /// The waits whose limits were reached.
    var late: Set<Int> = []
    var isWatched = false
    var isOver = false
  }

  /// A wait for the KDC, which ends with this object.
  package final class Wait: Sendable {
    fileprivate let number: Int
    private let state: Monitor<State>

    fileprivate init(_ number: Int, _ state: Monitor<State>) {
      (self.number, self.state) = (number, state)
    }

    /// `true` if the KDC was ended because the wait was too long.
    package var isLate: Bool {
      state.change(wakes: { _ in false }) { $0.late.contains(number) }
    }

    deinit {
      state.change(wakes: { _ in false }) { state in
        state.limits[number] = nil
        state.late.remove(number)
      }
    }
  }

  private let state = Monitor(State())

  deinit {
    state.change { state in
      state.isOver = true
      state.kdc = nil
    }
  }

  /// The process id of the shell that ends the KDC; `nil` if there is none.
  var number: Int32? { state.change(wakes: { _ in false }) { $0.kdc?.number } }

  /// Starts the KDC of a realm unless it runs.
  func start(_ realm: KerberosRealm) throws(KerberosUnavailable) {
    let failure: KerberosUnavailable? = state.change(wakes: { _ in false }) { state in
      if let kdc = state.kdc, kdc.isRunning { return nil }
      state.kdc = nil
      do throws(KerberosUnavailable) {
        state.kdc = try KeyDistributionCenter(realm)
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
  }

  /// Begins a wait. The KDC is ended if the wait still exists when its limit is reached, or at
  /// `end`.
  func wait(_ milliseconds: Int, end: Instant?) -> Wait {
    let (number, isWatched) = state.change { state in
      state.count += 1
      let now = Instant.now
      state.meter.measure(unlessWithin: TimeLimit.age, now: now)
      state.limits[state.count] = TimeLimit(
        milliseconds: milliseconds, delay: state.meter.nanoseconds, end: end, now: now)
      defer { state.isWatched = true }
      return (state.count, state.isWatched)
    }
    if !isWatched {
      let state = self.state
      let isStarted = WorkerThread.detach { RunKDC.watch(state) }
      if !isStarted { state.change(wakes: { _ in false }) { $0.isWatched = false } }
    }
    return Wait(number, state)
  }

  /// Ends the KDC if a wait reaches its limit, until the run is over.
  private static func watch(_ state: Monitor<State>) {
    state.wait { state in
      if state.isOver { return .done(()) }
      let now = Instant.now
      var isReached = false
      for (number, var limit) in state.limits where limit.due <= now {
        state.meter.measure(unlessWithin: TimeLimit.age, now: now)
        if limit.isUp(delay: state.meter.nanoseconds, now: now) { isReached = true }
        state.limits[number] = limit
      }
      if isReached {
        state.late.formUnion(state.limits.keys)
        state.limits.removeAll()
        state.kdc = nil
      }
      return state.limits.values.map(\.due).min().map { .waitsUntil($0) } ?? .waits
    }
  }
}
