// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Playing

/// Selects the inputs that a corpus needs: for each behaviour the shortest input.
package struct CorpusSelection {
  private let makeTarget: Campaign.TargetFactory

  /// A selection by the behaviour of that target.
  package init(makeTarget: @escaping Campaign.TargetFactory) { self.makeTarget = makeTarget }

  /// The inputs that add a behaviour to those before them, the shortest first; `nil` if it was
  /// interrupted.
  package func select(_ inputs: [FuzzInput], interruption: Interruption) -> [FuzzInput]? {
    let target = makeTarget()
    defer { target.stop() }
    let texts = Set(inputs.map(\.text)).sorted {
      $0.count == $1.count
        ? $0.bytes.lexicographicallyPrecedes($1.bytes) : $0.count < $1.count
    }
    var behaviours = Behaviours()
    var kept: [FuzzInput] = []
    for text in texts {
      if interruption.isRaised { return nil }
      let input = FuzzInput(text: text)
      let observation = target.observe(input, lookingFor: nil)
      if !observation.isSkipped, !behaviours.add(observation).isEmpty { kept.append(input) }
    }
    return kept
  }
}
