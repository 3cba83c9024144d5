/// The parts of a value, which its copies share until one of them is changed: a copy costs one reference, however many
/// parts there are.
package struct SharedParts<Parts: Hashable & Sendable>: Sendable {
  @usableFromInline
  final class Held: Sendable {
    @usableFromInline let parts: Parts

    @inlinable
    init(_ parts: consuming Parts) { self.parts = parts }
  }

  @usableFromInline var held: Held

  /// These parts, so far of one value only.
  @inlinable
  package init(_ parts: consuming Parts) { held = Held(parts) }

  /// The parts. Those of other copies stay as they are when these are changed.
  @inlinable package var parts: Parts {
    get { held.parts }
    set { held = Held(newValue) }
  }

  /// Whether one is a copy of the other with nothing changed since: never wrong when it says so, but equal parts may have been
  /// made apart from each other.
  @inlinable
  package func isTriviallyIdentical(to other: SharedParts) -> Bool { held === other.held }
}

extension SharedParts: Hashable {
  /// The same in every part.
  @inlinable
  package static func == (left: SharedParts, right: SharedParts) -> Bool {
    left.isTriviallyIdentical(to: right) || left.held.parts == right.held.parts
  }

  /// Hashes the parts.
  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(held.parts) }
}
