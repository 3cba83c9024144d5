/// What a server of a case is to be.
public struct ServerConfiguration: Hashable, Sendable {
  /// What a server stands for in HTTP (RFC 9110 3.6, 3.7).
  public enum Kind: String, Hashable, Sendable {
    /// An origin server: challenges with 401, reads Authorization.
    case origin
    /// A proxy: challenges with 407, reads Proxy-Authorization, forwards and tunnels.
    case proxy
  }

  /// Which implementation plays a server.
  public enum BackEnd: String, Hashable, Sendable, CaseIterable {
    /// libmicrohttpd: legal HTTP only.
    case microhttpd
    /// Our own small server: any octets at all.
    case wire
  }

  /// The name in the scenario.
  public var name: String
  /// Origin or proxy.
  public var kind: Kind
  /// Which loopback address: 1 is 127.0.0.1, 2 is 127.0.0.2; two servers with one number differ in port only.
  public var host: Int
  /// It listens on [::1] in place of that; all such servers differ in port only.
  public var isIPv6: Bool
  /// Servers of a case with one number here have one port, at an address each; nil for a port of its own.
  public var portGroup: Int?
  /// The host in its URLs, with the port that it listens on; nil for its address.
  public var hostName: String?
  /// Its name in URLs, `host` or `host:port`; nil for its host and the port that it listens on.
  public var authority: String?
  /// Which implementation plays it.
  public var backEnd: BackEnd
  /// Answer as an HTTP/1.0 server: version in the status line, and no keep-alive unless asked for.
  public var isHTTP10: Bool
  /// Lets message heads of up to 1 MB pass through libmicrohttpd, which then takes a quarter of a
  /// millisecond longer for each request; without it, 4 KB pass. The wire server has no need of it.
  public var hasLargeHeads: Bool

  /// A server of these properties.
  public init(
    name: String, kind: Kind, host: Int, isIPv6: Bool = false, portGroup: Int? = nil,
    hostName: String? = nil, authority: String? = nil, backEnd: BackEnd, isHTTP10: Bool = false,
    hasLargeHeads: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.host = host
    self.isIPv6 = isIPv6
    self.portGroup = portGroup
    self.hostName = hostName
    self.authority = authority
    self.backEnd = backEnd
    self.isHTTP10 = isHTTP10
    self.hasLargeHeads = hasLargeHeads
  }
}
