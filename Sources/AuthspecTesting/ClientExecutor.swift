// SPDX-License-Identifier: Apache-2.0

import Platform

/// The threads that run the asynchronous functions of all clients.
///
/// In a suite that runs in parallel, other tests may keep the threads of Swift's pool busy. A
/// client that gets no thread would be reported as hanging.
enum ClientExecutor {
  /// `nil` if no thread can be started. Then Swift's pool is used.
  static let shared = ThreadExecutor(threads: 4)
}
