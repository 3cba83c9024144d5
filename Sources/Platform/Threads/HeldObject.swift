// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A shared object of the process that exists as long as somebody holds a reference to it.
package final class HeldObject<Object: AnyObject & Sendable>: Sendable {
  private struct WeakReference {
    weak var object: Object?
  }

  private let reference = Mutex(WeakReference())

  package init() {}

  /// Returns the object if somebody holds it, or makes a new one.
  package func current<Failure: Error>(
    orNew make: () throws(Failure) -> Object
  ) throws(Failure) -> Object {
    try reference.withLock { (held: inout sending WeakReference) throws(Failure) in
      if let object = held.object { return object }
      let object = try make()
      held.object = object
      return object
    }
  }
}
