// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The chain of redirects of one request.
struct Chain {
  /// The caller's request.
  var firstHop: Hop?
  /// The number of redirects followed.
  var length = 0
  /// The origins that it has left. Only faults use them.
  var visited: Set<Origin> = []
  /// The user information of a URL, and the origin that it is for.
  var userinfo: (origin: Origin, userinfo: WebAddress.Userinfo)?
  /// The first response with a challenge.
  var firstRefusal: Response?
}
