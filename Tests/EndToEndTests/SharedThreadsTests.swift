// SPDX-License-Identifier: Apache-2.0

import Platform
import TestThreads
import Testing

@Suite("Tests without threads of their own")
struct SharedThreadsTests {
  @Test("A test without the trait runs on Swift's pool")
  func pool() {
    #expect(OwnThreads.executor?.isOnThisThread == false)
  }
}
