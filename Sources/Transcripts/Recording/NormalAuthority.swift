// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A normalized authority, for comparing (RFC 9110 4.2.3): the host in lower case, and the usual
/// port if none is given.
///
///     authority = host [ ":" port ]   (RFC 3986 3.2)
struct NormalAuthority: Equatable {
  private var host: ArraySlice<UInt8>
  private var port: ArraySlice<UInt8>

  init(_ authority: Octets, _ ignoringDot: Bool, usualPort: String) {
    let octets = authority.bytes
    // The colons of an IPv6 address are inside brackets.
    let end = octets.last == 0x5D ? nil : octets.lastIndex(of: 0x3A)
    host = octets[..<(end ?? octets.endIndex)].map(\.asciiLowercased)[...]
    port = end.map { octets[($0 + 1)...] } ?? []
    if port.isEmpty { port = Array(usualPort.utf8)[...] }
    if ignoringDot, host.last == 0x2E { host = host.dropLast() }
  }
}
