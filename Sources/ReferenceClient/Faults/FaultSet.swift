/// The faults that a client has; none is the usual, and costs nothing to ask for.
struct FaultSet: Sendable {
  private let names: Set<Fault.Name>
  private let isEmpty: Bool

  /// These faults.
  init(_ names: Set<Fault.Name> = []) {
    self.names = names
    isEmpty = names.isEmpty
  }

  /// True where the client has that fault.
  func has(_ name: Fault.Name) -> Bool { !isEmpty && names.contains(name) }
}
