// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// One request of a chain of redirects.
struct Hop {
  /// The URL.
  var address: WebAddress
  /// The method.
  var method: Octets
  /// The body; `nil` for none.
  var body: Octets?
  /// `true` if the body can be read only once.
  var isStream = false
  /// `true` if the body's length is not known in advance.
  var isChunked = false
  /// `true` if fields announce a body, but there is none: a fault.
  var announcesNothing = false
  /// The caller's own field lines.
  var lines: [FieldSection.Line]
  /// The URL that redirected to this hop.
  var referrer: String?
  /// Field lines of the caller that redirects removed.
  var dropped: [FieldSection.Line] = []

  /// The value of the caller's own field with a name.
  func callers(_ name: Octets) -> Octets? {
    lines.first { $0.name.equalsIgnoringCase(name) }?.value
  }
}
