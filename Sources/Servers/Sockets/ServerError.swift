// SPDX-License-Identifier: Apache-2.0

/// A reason why servers cannot be prepared.
package struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of reason.
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

  /// An error for this reason, a sentence.
  package init(_ reason: String) { self.init(reason, .fault) }

  /// An error because the machine lacks something (`isLack`); the reason is a sentence.
  package static func lack(_ reason: String) -> ServerError { ServerError(reason, .noSuchAddress) }

  init(_ reason: String, _ kind: Kind) {
    self.reason = reason
    self.kind = kind
  }

  /// `true` if the machine lacks something that the servers need; the case then proves nothing
  /// about the client.
  package var isLack: Bool { kind == .noSuchAddress }

  /// The reason.
  package var description: String { reason }
}
