// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The parts of inputs that a client supports. Nothing else is generated for it.
package struct InputScope: Hashable, Sendable {
  private(set) var hasProxy = true
  private(set) var hasRedirects = true
  /// The handshakes that the client can take part in.
  private(set) var handshakes: [HandshakeScheme] = []
  /// `true` if the client may remember something from one request to the next.
  private var hasMemory = true

  package static let all = InputScope()

  private init() {}

  /// The scope of a client with these abilities: words of docs/abilities.md.
  package init(abilities: Set<String>) {
    hasProxy = abilities.contains(.proxy)
    hasRedirects = abilities.contains(.redirects)
    handshakes = HandshakeScheme.allCases.filter { abilities.contains($0.ability) }
    hasMemory = abilities.contains(.memory)
  }

  /// The input reduced to what the client supports: without memory, a single request.
  func restricted(_ input: FuzzInput) -> FuzzInput {
    guard !hasMemory, input.requests.count > 1 else { return input }
    var replies = input.replies
    for index in replies.indices { replies[index].startsNewRequest = false }
    return FuzzInput(replies)
  }
}
