/// The faults that a client has; none is the usual, and costs nothing to ask for.
///
/// A switch is asked for last, where everything else says that it would make a difference: so a watch tells which plays a
/// fault can change at all.
struct FaultSet {
  private let names: Set<Fault.Name>
  private let watch: FaultWatch?
  private let isIdle: Bool

  /// These faults, and who is told which of them are asked for.
  init(_ names: Set<Fault.Name> = [], watch: FaultWatch? = nil) {
    self.names = names
    self.watch = watch
    isIdle = names.isEmpty && watch == nil
  }

  /// True where the client has that fault.
  func has(_ name: Fault.Name) -> Bool {
    if isIdle { return false }
    watch?.note(name)
    return names.contains(name)
  }

  /// What a fault makes of a value; the value itself where the client does not have it. Where it would make nothing else of
  /// it, the fault makes no difference.
  func alter<Value: Equatable>(
    _ value: Value, _ name: Fault.Name, _ change: (Value) -> Value
  ) -> Value {
    if isIdle || (watch == nil && !names.contains(name)) { return value }
    let changed = change(value)
    return changed != value && has(name) ? changed : value
  }
}
