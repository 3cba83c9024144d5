// SPDX-License-Identifier: Apache-2.0

/// Scheme, host and port (RFC 9110 4.3.1), which identify a server.
struct Origin: Hashable, Sendable {
  /// `http` or `https`, in lower case.
  var scheme: String
  /// The host in lower case; an IPv6 address without its brackets.
  var host: String
  /// The port, by default that of the scheme.
  var port: UInt16
  /// An unusual spelling, for a fault that treats it as another origin.
  var spelling = ""

  /// authority = host [ ":" port ], for Host and CONNECT.
  var authority: String {
    port == usualPort ? bracketed : "\(bracketed):\(port)"
  }

  /// host ":" port, always with the port (RFC 9110 9.3.6 for CONNECT).
  var authorityWithPort: String { "\(bracketed):\(port)" }

  /// `http://127.0.0.1:4012`
  var url: String { "\(scheme)://\(authority)" }

  /// The host with its unusual spelling.
  var spelledHost: String { host + spelling }

  private var bracketed: String { host.contains(":") ? "[\(host)]" : host }
}
