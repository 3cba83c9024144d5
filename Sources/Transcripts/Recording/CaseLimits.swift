// SPDX-License-Identifier: Apache-2.0

/// The limits of a case. They bound the time and memory that any client can use.
package struct CaseLimits: Hashable, Sendable {
  /// The most requests; after that each connection is closed at its next request.
  package var exchanges = 1_000
  /// The most connections; after that each new one is closed at once.
  package var connections = 1_000
  /// The most oddities, and the most faults; later ones are not recorded.
  package var oddities = 1_000
  /// The most octets in the head of a request, and in the lines and the trailer section of a
  /// chunked body.
  package var head = 4 << 20
  /// The most octets in the body of a request, after transfer decoding: the longest text of a
  /// scenario.
  package var body = 16 << 20
  /// The most octets in the heads and bodies of all requests, and on all websockets, apart from the
  /// large bodies that the client is asked to send.
  package var kept = 8 << 20

  package init() {}
}
