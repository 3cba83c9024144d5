/// Notes which of its switches a client comes to: a fault or a variant whose switch it does not come to in a play would have
/// changed nothing there.
package final class FaultWatch {
  private var reached: Set<Fault.Name> = []
  private var reachedVariants: Set<Variant.Name> = []

  /// Nothing noted yet.
  package init() {}

  /// The faults that were come to since this was asked last.
  package func takeReached() -> Set<Fault.Name> {
    defer { reached.removeAll(keepingCapacity: true) }
    return reached
  }

  /// The variants that were come to since this was asked last.
  package func takeReachedVariants() -> Set<Variant.Name> {
    defer { reachedVariants.removeAll(keepingCapacity: true) }
    return reachedVariants
  }

  func note(_ name: Fault.Name) { reached.insert(name) }
  func note(_ name: Variant.Name) { reachedVariants.insert(name) }
}
