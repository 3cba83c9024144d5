internal import HTTPAuth
internal import TestServers

/// A request as patterns look at it, in the script and in the judge alike.
struct RequestFacts {
  /// The head.
  var head: RequestHead
  /// The body.
  var body: Octets
  /// The target's parts.
  var target: TargetForm
  /// The credentials.
  var credentials: CredentialsReading
  /// The first request on its connection.
  var isFirstOnConnection: Bool
  /// The connection of the previous request to the server.
  var isOnSameConnection: Bool

  /// The facts of a request to a server that remembers so much.
  init(
    head: RequestHead, body: Octets, connection: Int, isFirstOnConnection: Bool,
    kind: ServerConfiguration.Kind, accounts: [Account], memory: ServerMemory,
    offered: Set<AuthScheme>
  ) {
    self.head = head
    self.body = body
    target = TargetForm(head.target, method: head.method)
    credentials = CredentialsReading(
      head, body: body, kind: kind, accounts: accounts, memory: memory, offered: offered)
    self.isFirstOnConnection = isFirstOnConnection
    isOnSameConnection = memory.lastConnection == connection
  }
}
