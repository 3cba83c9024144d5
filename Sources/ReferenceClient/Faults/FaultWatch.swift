// SPDX-License-Identifier: Apache-2.0

/// Records the switches that a client reaches. A fault or variant whose switch is not reached in a
/// play cannot change that play.
package final class FaultWatch {
  private var reached: Set<Fault.Name> = []
  private var reachedVariants: Set<Variant.Name> = []

  /// Makes an empty record.
  package init() {}

  /// The names of the faults and variants reached since the last call.
  package func takeReached() -> Set<String> {
    defer {
      reached.removeAll(keepingCapacity: true)
      reachedVariants.removeAll(keepingCapacity: true)
    }
    return Set(reached.map(\.rawValue)).union(reachedVariants.map(\.rawValue))
  }

  func note(_ name: Fault.Name) { reached.insert(name) }
  func note(_ name: Variant.Name) { reachedVariants.insert(name) }
}
