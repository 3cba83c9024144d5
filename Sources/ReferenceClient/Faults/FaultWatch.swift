// SPDX-License-Identifier: Apache-2.0

/// Records the switches that a client reaches. A fault or variant whose switch is not reached in a
/// play cannot change that play.
package final class FaultWatch {
  private var reached: Set<Fault.Name> = []
  private var reachedVariants: Set<Variant.Name> = []

  /// Makes an empty record.
  package init() {}

  /// The faults reached since the last call.
  package func takeReached() -> Set<Fault.Name> {
    defer { reached.removeAll(keepingCapacity: true) }
    return reached
  }

  /// The variants reached since the last call.
  package func takeReachedVariants() -> Set<Variant.Name> {
    defer { reachedVariants.removeAll(keepingCapacity: true) }
    return reachedVariants
  }

  func note(_ name: Fault.Name) { reached.insert(name) }
  func note(_ name: Variant.Name) { reachedVariants.insert(name) }
}
