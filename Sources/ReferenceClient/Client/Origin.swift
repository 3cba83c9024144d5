/// Scheme, host and port (RFC 9110 4.3.1), by which servers are told apart.
struct Origin: Hashable, Sendable {
  /// `http`, in lower case.
  var scheme: String
  /// The host in lower case; an IPv6 address without its brackets.
  var host: String
  /// The port, the scheme's usual one filled in.
  var port: UInt16
  /// What is written otherwise than usual, where a fault makes the client take spelling for identity.
  var spelling = ""

  /// authority = host [ ":" port ], as Host and CONNECT want it.
  var authority: String {
    port == 80 && scheme == "http" ? bracketed : "\(bracketed):\(port)"
  }

  /// host ":" port, the port always written (RFC 9110 9.3.6 for CONNECT).
  var authorityWithPort: String { "\(bracketed):\(port)" }

  /// `http://127.0.0.1:4012`
  var url: String { "\(scheme)://\(authority)" }

  /// The host, with what is written otherwise.
  var spelledHost: String { host + spelling }

  private var bracketed: String { host.contains(":") ? "[\(host)]" : host }
}
