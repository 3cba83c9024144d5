// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The parts of a request-target (RFC 9112 3.2), for patterns and forwarding.
package struct TargetForm: Sendable {
  /// The authority of absolute-form or authority-form; `nil` in origin-form and `*`.
  package var authority: Octets?
  /// `true` if the scheme of absolute-form is https; `nil` in the other forms.
  package var isSecure: Bool?
  /// Path and query, or `*`; `nil` in authority-form.
  package var path: Octets?

  /// Parses a target: authority-form for CONNECT, one of the other three for all other methods.
  package init(_ target: Octets, method: Octets) {
    if method.equals("CONNECT") {
      authority = target
      return
    }
    guard let scheme = TargetForm.schemeLength(target) else {
      path = target
      return
    }
    isSecure = target.bytes[..<(target.startIndex + scheme)].elementsEqual(
      "https://".utf8, by: { $0.asciiLowercased == $1 })
    let rest = target.bytes[(target.startIndex + scheme)...]
    let end =
      rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    authority = Octets(rest[..<end])
    path = end == rest.endIndex ? "/" : Octets(rest[end...])
  }

  /// The number of octets up to and including `://`; `nil` if the target does not begin with a
  /// scheme.
  private static func schemeLength(_ target: Octets) -> Int? {
    guard let first = target.first, first != UInt8(ascii: "/"),
      let colon = target.bytes.prefix(16).firstIndex(of: UInt8(ascii: ":")),
      target.bytes[colon...].starts(with: [0x3A, 0x2F, 0x2F])
    else { return nil }
    return colon + 3 - target.startIndex
  }
}
