// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The state of a hop's request on its way to the server.
struct Sending {
  /// The number of times the hop's request was made.
  var tries = 0
  /// The number of requests that were lost, or not processed.
  var lostCount = 0
  /// `true` if the next attempt needs a new connection.
  var needsNewConnection = false
  /// `true` if the hop's server has answered in HTTP/1.1.
  var hasAnsweredIn11 = false
  /// `true` if a body that can be read only once was read.
  var isStreamSpent = false
  /// `true` if the request was repeated because of a 421 (Misdirected Request).
  var isMisdirected = false
  /// The body that waits for 100 (Continue).
  var heldBack: Octets?
}
