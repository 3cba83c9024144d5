// SPDX-License-Identifier: Apache-2.0

import Platform

/// The KDC of a run: started when it is first needed, and again once it is gone.
///
/// The functions of GSS-API block the thread that calls them, and with it the loop, while a KDC is
/// silent: MIT Kerberos gives up after half a minute. If the KDC is gone, they fail within seconds.
/// So it is ended if somebody waits for it too long.
package final class RunCenter: Sendable {
  fileprivate struct State: Sendable {
    var center: KeyDistributionCenter?
    /// When each wait is too long.
    var deadlines: [Int: Instant] = [:]
    var count = 0
    /// The waits that were too long.
    var late: Set<Int> = []
    var isWatched = false
    var isOver = false
  }

  /// Somebody waits for the KDC, until this object is gone.
  package final class Wait: Sendable {
    fileprivate let number: Int
    private let state: Monitor<State>

    fileprivate init(_ number: Int, _ state: Monitor<State>) {
      (self.number, self.state) = (number, state)
    }

    /// The KDC was ended, since it was silent for too long.
    package var wasTooLong: Bool {
      state.change(wakes: { _ in false }) { $0.late.contains(number) }
    }

    deinit {
      state.change(wakes: { _ in false }) { state in
        state.deadlines[number] = nil
        state.late.remove(number)
      }
    }
  }

  private let state = Monitor(State())

  deinit {
    state.change { state in
      state.isOver = true
      state.center = nil
    }
  }

  /// The process id of the shell that ends the KDC; `nil` if there is none.
  var number: Int32? { state.change(wakes: { _ in false }) { $0.center?.number } }

  /// Starts the KDC of a realm, unless it runs.
  func start(_ realm: KerberosRealm) throws(KerberosUnavailable) {
    let failure: KerberosUnavailable? = state.change(wakes: { _ in false }) { state in
      if let center = state.center, center.isRunning { return nil }
      state.center = nil
      do throws(KerberosUnavailable) {
        state.center = try KeyDistributionCenter(realm)
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
  }

  /// Ends the KDC at that time if the object still exists.
  func wait(until deadline: Instant) -> Wait {
    let (number, isWatched) = state.change { state in
      state.count += 1
      state.deadlines[state.count] = deadline
      defer { state.isWatched = true }
      return (state.count, state.isWatched)
    }
    if !isWatched {
      let state = self.state
      let isStarted = WorkerThread.detach { RunCenter.watch(state) }
      if !isStarted { state.change(wakes: { _ in false }) { $0.isWatched = false } }
    }
    return Wait(number, state)
  }

  /// Ends the KDC whenever a wait is too long, until the run is over.
  private static func watch(_ state: Monitor<State>) {
    state.wait { state in
      if state.isOver { return .done(()) }
      guard let first = state.deadlines.values.min() else { return .waits }
      if first > .now { return .waitsUntil(first) }
      state.late.formUnion(state.deadlines.keys)
      state.deadlines.removeAll()
      state.center = nil
      return .waits
    }
  }
}
