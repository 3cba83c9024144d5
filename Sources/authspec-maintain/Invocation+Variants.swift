// SPDX-License-Identifier: Apache-2.0

import Commands
import Playing
import Publishing
import ReferenceClient
import Transcripts
import Trials

extension Invocation {
  /// `authspec-maintain variants`: shows that no scenario fails a client for what an RFC allows.
  func variants() throws(UsageError) -> ExitStatus {
    try perform(try variantTrials, of: .variants, trialOptions)
  }

  /// The trials of the variants that the command line names; of all if it names none.
  private var variantTrials: [Trial] {
    get throws(UsageError) {
      let wanted = try Variant.named(arguments)
      let names = Set(wanted.joined())
      let variants = Variant.allCases.filter { names.isEmpty || names.contains($0.name) }
      var selection = VariantTrials()
      if wanted.count == 1, names.count > 1 {
        // Several together: the one combination of all, whole.
        selection.combinations = 1
        selection.leastTogether = variants.count
        selection.mostTogether = variants.count
        selection.share = 1
      } else if !wanted.isEmpty {
        selection.combinations = 0
      } else if arguments.has("quick") {
        selection.combinations = 50
        selection.mostAlone = 1_500
      }
      return selection.trials(of: variants.map(\.change))
    }
  }
}

extension Variant {
  /// The variant as a change of the client.
  var change: ClientChange {
    ClientChange(
      .variant(breaks: Set(breaks), mayBeInconclusive: mayBeInconclusive), name.rawValue, sentence,
      source: source)
  }

  /// Returns the variants that a command line names: for each option those to play together.
  static func named(_ arguments: Arguments) throws(UsageError) -> [[Variant.Name]] {
    try arguments.all("variant").map { list throws(UsageError) in
      try Variant.Name.named(list.split(separator: ",").map(String.init), noun: "variant")
    }
  }
}
