import HTTPAuth
import Playing

/// Picks the inputs that a corpus needs: of all that make a target behave alike, the shortest.
package struct CorpusSelection {
  private let makeTarget: Campaign.TargetFactory

  /// A selection by what that target does.
  package init(makeTarget: @escaping Campaign.TargetFactory) { self.makeTarget = makeTarget }

  /// The inputs that add a behaviour to those before them, the shortest first; nil where it was interrupted.
  package func select(
    _ inputs: [FuzzInput], interruption: Interruption, report: (_ shown: Int, _ kept: Int) -> Void
  ) -> [FuzzInput]? {
    let target = makeTarget()
    defer { target.stop() }
    let texts = Set(inputs.map(\.text)).sorted {
      $0.count == $1.count
        ? $0.bytes.lexicographicallyPrecedes($1.bytes) : $0.count < $1.count
    }
    var behaviours = Behaviours()
    var kept: [FuzzInput] = []
    for (index, text) in texts.enumerated() {
      if interruption.isRaised { return nil }
      let input = FuzzInput(text: text)
      if !behaviours.takeNew(target.observe(input, lookingFor: nil)).isEmpty { kept.append(input) }
      report(index + 1, kept.count)
    }
    return kept
  }
}
