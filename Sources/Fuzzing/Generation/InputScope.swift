/// What a client can be shown: the rest is not generated for it.
public struct InputScope: Hashable, Sendable {
  /// It can be told to use a proxy.
  public var hasProxy: Bool
  /// It follows redirects.
  public var hasRedirects: Bool
  /// It keeps cookies.
  public var hasCookies: Bool

  /// Everything.
  public static let all = InputScope(hasProxy: true, hasRedirects: true, hasCookies: true)

  /// What a client with these abilities can be shown: words of docs/abilities.md.
  public init(abilities: Set<String>) {
    self.init(
      hasProxy: abilities.contains("proxy"), hasRedirects: abilities.contains("redirects"),
      hasCookies: abilities.contains("cookies"))
  }

  private init(hasProxy: Bool, hasRedirects: Bool, hasCookies: Bool) {
    self.hasProxy = hasProxy
    self.hasRedirects = hasRedirects
    self.hasCookies = hasCookies
  }
}
