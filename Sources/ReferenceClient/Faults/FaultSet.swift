/// The faults that a client has, and the legal variants that it takes; none of either is the usual, and costs nothing to ask
/// for.
///
/// A switch is asked for last, where everything else says that it would make a difference: so a watch tells which plays a
/// fault or a variant can change at all.
struct FaultSet {
  private let names: Set<Fault.Name>
  private let variants: Set<Variant.Name>
  private let watch: FaultWatch?
  private let isIdle: Bool

  /// These faults and variants, and who is told which of them are asked for.
  init(
    _ names: Set<Fault.Name> = [], variants: Set<Variant.Name> = [], watch: FaultWatch? = nil
  ) {
    self.names = names
    self.variants = variants
    self.watch = watch
    isIdle = names.isEmpty && variants.isEmpty && watch == nil
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

  /// True where the client takes that variant.
  func takes(_ name: Variant.Name) -> Bool {
    if isIdle { return false }
    watch?.note(name)
    return variants.contains(name)
  }

  /// What a variant makes of a value, as `alter` does for a fault.
  func vary<Value: Equatable>(
    _ value: Value, _ name: Variant.Name, _ change: (Value) -> Value
  ) -> Value {
    if isIdle || (watch == nil && !variants.contains(name)) { return value }
    let changed = change(value)
    return changed != value && takes(name) ? changed : value
  }
}
