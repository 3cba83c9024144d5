// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// The check that the handshakes of one server in a step are those that are expected.
struct HandshakeCheck: Sendable {
  let server: String
  let expected: [HandshakeExpectation]
  let descriptor: CheckDescriptor

  init(_ expectation: ServerHandshakes, scope: CheckScope) {
    server = expectation.server
    expected = expectation.handshakes
    let own = expectation.handshakes.first { $0.level != nil || $0.requirement != nil }
    descriptor = scope.below(expectation.server).descriptor(
      "handshakes", .handshakes, title: expectation.handshakes.lazy.compactMap(\.title).first,
      level: own?.level, requirement: own?.requirement, location: expectation.location)
  }
}
