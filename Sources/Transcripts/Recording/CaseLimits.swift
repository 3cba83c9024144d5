// SPDX-License-Identifier: Apache-2.0

/// How much of a case is played and recorded before the servers give up: no client, however wild,
/// makes the harness grow or go on without end.
package struct CaseLimits: Hashable, Sendable {
  /// Requests; then every connection is closed at its next request.
  package var exchanges = 1_000
  /// Connections; then every new one is closed at once.
  package var connections = 1_000
  /// Oddities, and faults; those that come later are not recorded.
  package var oddities = 1_000
  /// Octets in the head of a request, and in a chunked body's lines and trailer section.
  package var head = 8 << 20
  /// Octets in the body of a request, after transfer decoding.
  package var body = 64 << 20

  package init() {}
}
