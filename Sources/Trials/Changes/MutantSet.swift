// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// All mutants of a client, and the code that was not changed.
package struct MutantSet: Hashable, Sendable {
  /// Code that has no mutant although it could have one: the file, the declaration and the code,
  /// and the reason, as a sentence.
  package struct UnchangedCode: Hashable, Sendable {
    package let name: String
    package let reason: String
  }

  /// The mutants, in the order of the code. A mutant's name is the file, the declaration, the code
  /// and what is changed in it: `Paths.isInside: path.count == prefix.count [== → !=]`.
  package private(set) var mutants: [ClientChange] = []
  /// The code that has no mutant.
  package private(set) var unchanged: [UnchangedCode] = []

  /// Reads the list that is generated with them: a line for each with number, file, line, kind and
  /// name, or 0 and the reason instead of the kind. Each mutant has the first reason that covers
  /// it.
  package init(list: String, reasons: [MutantReason] = []) {
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5, let number = Int(fields[0]) else { continue }
      if number == 0 {
        unchanged.append(UnchangedCode(name: fields[4], reason: fields[3]))
      } else {
        let reason = reasons.first { $0.covers(fields[4]) }
        mutants.append(
          ClientChange(
            .mutant(number: number, reason: reason), fields[4], source: "\(fields[1]):\(fields[2])")
        )
      }
    }
  }
}
