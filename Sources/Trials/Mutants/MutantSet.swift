// SPDX-License-Identifier: Apache-2.0

import Playing

/// Code that has no mutant although it could have one.
package struct UnchangedCode: Hashable, Sendable {
  /// The file, the declaration and the code.
  package let name: String
  /// The reason, as a sentence.
  package let reason: String
}

/// All mutants of a client, and the code that was not changed.
package struct MutantSet: Hashable, Sendable {
  /// The mutants, sorted by number.
  package private(set) var mutants: [CodeMutant] = []
  /// The code that has no mutant.
  package private(set) var unchanged: [UnchangedCode] = []

  /// Reads the list that is generated with them: a line for each with number, file, line, kind and
  /// name, or 0 and the reason instead of the kind.
  package init(list: String) {
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5, let number = Int(fields[0]) else { continue }
      if number == 0 {
        unchanged.append(UnchangedCode(name: fields[4], reason: fields[3]))
      } else {
        mutants.append(
          CodeMutant(
            number: number, name: fields[4], place: "\(fields[1]):\(fields[2])", kind: fields[3]))
      }
    }
  }
}
