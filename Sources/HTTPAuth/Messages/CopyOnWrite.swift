// SPDX-License-Identifier: Apache-2.0

/// A value with many parts. Copies share the parts until one of them is changed, so a copy costs
/// one reference.
///
/// Its parts are members of the copy itself: `settings.timeout`. The key paths are literals that
/// the optimizer folds, so that reading a part costs no call. A type that forwards its parts to one
/// of these is `@usableFromInline`: otherwise its subscript is not inlined in other modules, and
/// each read is a key path at run time (7 % of a case that is played and judged).
@dynamicMemberLookup @usableFromInline
package struct CopyOnWrite<Value: Hashable & Sendable>: Sendable {
  @usableFromInline
  final class Storage: Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: consuming Value) { self.value = value }
  }

  @usableFromInline var storage: Storage

  @inlinable
  package init(_ value: consuming Value) { storage = Storage(value) }

  /// The value. Changing it does not change other copies.
  @inlinable package var value: Value {
    get { storage.value }
    set { storage = Storage(newValue) }
  }

  /// A stored part.
  @inlinable
  package subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Part {
    get { storage.value[keyPath: path] }
    set {
      var value = storage.value
      value[keyPath: path] = newValue
      storage = Storage(value)
    }
  }

  /// A computed part.
  @inlinable
  package subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part {
    storage.value[keyPath: path]
  }

  /// Returns `true` if one is an unchanged copy of the other. Equal values that were created
  /// separately are not identical.
  @inlinable
  package func isTriviallyIdentical(to other: CopyOnWrite) -> Bool { storage === other.storage }
}

extension CopyOnWrite: Hashable {
  @inlinable
  package static func == (left: CopyOnWrite, right: CopyOnWrite) -> Bool {
    left.isTriviallyIdentical(to: right) || left.storage.value == right.storage.value
  }

  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}
