// SPDX-License-Identifier: Apache-2.0

/// The implementation of a server.
package enum BackEnd: String, Hashable, Sendable, CaseIterable {
  /// libmicrohttpd: legal HTTP only.
  case microhttpd
  /// The wire server of this project: any octets.
  case wire
}
