// SPDX-License-Identifier: Apache-2.0

/// The faults and legal variants of a client. Usually there are none, and testing a switch then
/// costs nothing.
///
/// A switch is tested last, after all other conditions. A watch therefore records which plays a
/// fault or a variant can change.
struct FaultSet {
  private let names: Set<Fault.Name>
  private let variants: Set<Variant.Name>
  private let watch: FaultWatch?
  private let isIdle: Bool

  /// Makes a set of faults and variants; `watch` records the switches that are tested.
  init(
    _ names: Set<Fault.Name> = [], variants: Set<Variant.Name> = [], watch: FaultWatch? = nil
  ) {
    self.names = names
    self.variants = variants
    self.watch = watch
    isIdle = names.isEmpty && variants.isEmpty && watch == nil
  }

  /// `true` if the client has a fault.
  func has(_ name: Fault.Name) -> Bool {
    if isIdle { return false }
    watch?.note(name)
    return names.contains(name)
  }

  /// The value after a fault changed it, or the value itself if the client does not have the fault.
  /// If the change would give the same value, the fault makes no difference.
  func alter<Value: Equatable>(
    _ value: Value, _ name: Fault.Name, _ change: (Value) -> Value
  ) -> Value {
    if isIdle || (watch == nil && !names.contains(name)) { return value }
    let changed = change(value)
    return changed != value && has(name) ? changed : value
  }

  /// `true` if the client has a variant.
  func takes(_ name: Variant.Name) -> Bool {
    if isIdle { return false }
    watch?.note(name)
    return variants.contains(name)
  }

  /// Like `alter`, but for a variant.
  func vary<Value: Equatable>(
    _ value: Value, _ name: Variant.Name, _ change: (Value) -> Value
  ) -> Value {
    if isIdle || (watch == nil && !variants.contains(name)) { return value }
    let changed = change(value)
    return changed != value && takes(name) ? changed : value
  }
}
