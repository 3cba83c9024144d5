/// Notes which of its faults' switches a client comes to: a fault whose switch it does not come to in a play would have
/// changed nothing there.
public final class FaultWatch {
  private var reached: Set<Fault.Name> = []

  /// Nothing noted yet.
  public init() {}

  /// What was come to since this was asked last.
  public func takeReached() -> Set<Fault.Name> {
    defer { reached.removeAll(keepingCapacity: true) }
    return reached
  }

  func note(_ name: Fault.Name) { reached.insert(name) }
}
