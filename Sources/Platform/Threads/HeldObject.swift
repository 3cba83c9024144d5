// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// An object that the whole process uses for as long as somebody holds it.
package final class HeldObject<Object: AnyObject & Sendable>: Sendable {
  private struct WeakReference {
    weak var object: Object?
  }

  private let reference = Mutex(WeakReference())

  package init() {}

  /// The object that somebody holds, or a new one.
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
