/// What became of a finding: its input is shown to the client once more.
package enum FindingReplay: Hashable, Sendable {
  /// The oracle has nothing to object to.
  case isFixed
  /// The oracle objects as it did.
  case isStillThere(OracleFailure)
  /// Something else is wrong.
  case isDifferent(OracleFailure)

  /// How often an input is shown that did not do it again at once when it was found.
  private static let mostTries = 20

  /// Shows a target the input of a finding.
  package init(_ finding: FuzzFinding, _ target: any FuzzTarget) {
    let cause = finding.hit.cause
    var other: OracleFailure?
    for _ in 0..<(finding.isStable ? 1 : FindingReplay.mostTries) {
      let hits = target.observe(finding.input, lookingFor: cause).hits
      if let hit = hits.first(where: { $0.cause == cause }) {
        self = .isStillThere(hit)
        return
      }
      other = other ?? hits.first
    }
    self = other.map { .isDifferent($0) } ?? .isFixed
  }
}
