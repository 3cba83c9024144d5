// SPDX-License-Identifier: Apache-2.0

/// The role of a server in HTTP (RFC 9110 3.6, 3.7).
package enum ServerKind: String, Hashable, Sendable, CaseIterable {
  /// An origin server: challenges with 401, reads Authorization.
  case origin
  /// A proxy: challenges with 407, reads Proxy-Authorization, forwards and tunnels.
  case proxy
}
