/// What a client can be shown: the rest is not generated for it.
package struct InputScope: Hashable, Sendable {
  /// It can be told to use a proxy.
  package var hasProxy: Bool
  /// It follows redirects.
  package var hasRedirects: Bool
  /// It keeps cookies.
  package var hasCookies: Bool
  /// It could remember something from one request to the next.
  package var hasMemory: Bool

  /// Everything.
  package static let all = InputScope(
    hasProxy: true, hasRedirects: true, hasCookies: true, hasMemory: true)

  /// What a client with these abilities can be shown: words of docs/abilities.md.
  package init(abilities: Set<String>) {
    self.init(
      hasProxy: abilities.contains("proxy"), hasRedirects: abilities.contains("redirects"),
      hasCookies: abilities.contains("cookies"), hasMemory: abilities.contains("memory"))
  }

  private init(hasProxy: Bool, hasRedirects: Bool, hasCookies: Bool, hasMemory: Bool) {
    self.hasProxy = hasProxy
    self.hasRedirects = hasRedirects
    self.hasCookies = hasCookies
    self.hasMemory = hasMemory
  }

  /// Returns the input as the client can be shown it: without memory there is one request.
  func shown(_ input: FuzzInput) -> FuzzInput {
    guard !hasMemory, input.requests.count > 1 else { return input }
    var replies = input.replies
    for index in replies.indices { replies[index].isOfNextRequest = false }
    return FuzzInput(replies)
  }
}
