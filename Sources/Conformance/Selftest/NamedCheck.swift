/// A check as the self-test counts it: that of a scenario, whichever of its cases; an invariant belongs to the whole
/// catalogue.
public struct NamedCheck: Hashable, Sendable {
  /// The id of the scenario; nil for an invariant.
  public let scenario: String?
  /// The id of the check.
  public let check: String

  init(_ descriptor: CheckDescriptor, in scenario: String) {
    self.scenario = descriptor.location == nil ? nil : scenario
    check = descriptor.id
  }

  init(_ kill: Kill) {
    scenario = kill.isInvariant ? nil : kill.scenario
    check = kill.check
  }
}

extension NamedCheck: Comparable, CustomStringConvertible {
  /// By scenario, then by check.
  public static func < (left: NamedCheck, right: NamedCheck) -> Bool {
    (left.scenario ?? "", left.check) < (right.scenario ?? "", right.check)
  }

  /// `digest/opaque-comes-back: 1.origin.2.opaque`, or `invariant.echo`.
  public var description: String { scenario.map { "\($0): \(check)" } ?? check }
}
