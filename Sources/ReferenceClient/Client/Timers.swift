// SPDX-License-Identifier: Apache-2.0

import Platform

/// The timers of an exchange.
struct Timers {
  static let deadlineToken = 1
  static let patienceToken = 2

  /// Ends the request.
  var deadline: EventLoop.TimerID?
  /// Ends the wait for 100 (Continue).
  var patience: EventLoop.TimerID?
}
