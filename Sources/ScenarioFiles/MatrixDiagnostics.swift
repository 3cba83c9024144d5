// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The diagnostics of the cases of a matrix, each reported once for all cases that have it.
struct MatrixDiagnostics {
  private struct Fault {
    var diagnostic: Diagnostic
    var first: [Case.Coordinate]
    var cases: Int
    var lastCase: Int
  }

  private var faults: [Fault] = []
  private var places: [SourceLocation: [Int]] = [:]
  /// The number of cases that were added.
  private(set) var cases = 0

  /// Adds the diagnostics of a case.
  mutating func add(_ diagnostics: [Diagnostic], of coordinates: [Case.Coordinate]) {
    cases += 1
    for diagnostic in diagnostics {
      let here = places[diagnostic.location] ?? []
      // Two cases can have different messages for the same fault, which contain their values.
      let same = here.first { faults[$0].diagnostic.message == diagnostic.message }
      let earlier = same ?? here.first { faults[$0].lastCase != cases }
      if let index = earlier {
        if faults[index].lastCase != cases { faults[index].cases += 1 }
        faults[index].lastCase = cases
      } else {
        places[diagnostic.location, default: []].append(faults.count)
        faults.append(
          Fault(diagnostic: diagnostic, first: coordinates, cases: 1, lastCase: cases))
      }
    }
  }

  /// The faults. The message of a fault that only some of `count` cases have names the first one.
  func summary(of count: Int) -> [Diagnostic] {
    faults.map { fault in
      var diagnostic = fault.diagnostic
      guard fault.cases < count, !fault.first.isEmpty else { return diagnostic }
      let combination = fault.first.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
      let more = fault.cases == 1 ? "" : " and \(fault.cases - 1) more of \(count)"
      diagnostic.message += " (in the case [\(combination)]\(more))"
      return diagnostic
    }
  }
}
