// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// A file in which each test with `onOwnThreads` says when it gets a thread.
///
/// Swift Testing reports that a test has started before the test has a thread. Tools/scripts/run-tests
/// needs the difference to name the tests that were running when a run took too long.
enum TestJournal {
  enum State: String {
    case waits, runs, ends
  }

  /// The file that `AUTHSPEC_TEST_JOURNAL` names; `nil` without it.
  private static let file = Mutex(
    ProcessInfo.processInfo.environment["AUTHSPEC_TEST_JOURNAL"].flatMap {
      FileHandle(forWritingAtPath: $0)
    })

  /// Adds a line: the state, the time in seconds, and the test's id.
  static func note(_ state: State, _ test: Test) {
    file.withLock { file in
      let line = "\(state.rawValue) \(Date().timeIntervalSince1970) \(test.id)\n"
      try? file?.write(contentsOf: Data(line.utf8))
    }
  }
}
