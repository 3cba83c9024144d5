/// Why servers cannot be made ready.
public struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, as a sentence.
  public let reason: String

  /// An error of that reason, a sentence.
  public init(_ reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}
