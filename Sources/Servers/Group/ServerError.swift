/// Why servers cannot be made ready.
package struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of reason it is.
  enum Kind: Hashable, Sendable {
    /// Something went wrong.
    case fault
    /// Another socket has the port at that address.
    case portTaken
    /// The machine has no such address.
    case noSuchAddress
  }

  /// The reason, as a sentence.
  package let reason: String
  let kind: Kind

  /// An error of that reason, a sentence.
  package init(_ reason: String) { self.init(reason, .fault) }

  init(_ reason: String, _ kind: Kind) {
    self.reason = reason
    self.kind = kind
  }

  /// The machine lacks what the servers take: nothing went wrong, and no client can be judged by it.
  package var isLack: Bool { kind == .noSuchAddress }

  /// The reason.
  package var description: String { reason }
}
