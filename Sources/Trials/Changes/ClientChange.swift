// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// A change of a client, to find out whether the checks notice it.
package struct ClientChange: Hashable, Sendable {
  /// The kind of a change, with what only that kind has.
  package enum Kind: Hashable, Sendable {
    /// It breaks a requirement. If it `hangs`, the client waits without limit, so that a timeout
    /// can show it.
    case fault(hangs: Bool)
    /// It is legal, although it may break the requirements `breaks`, each a SHOULD. If it
    /// `mayBeInconclusive`, the client does not do what some scenarios are about.
    case variant(breaks: Set<String>, mayBeInconclusive: Bool)
    /// A small mechanical change of the client's code, selected by a number from 1. It survives if
    /// it has a reason.
    case mutant(number: Int, reason: MutantReason?)
  }

  /// What kind of change it is.
  package let kind: Kind
  /// The names of its parts, each unique among the client's changes: one, or those of variants that
  /// the client takes together.
  package let names: [String]
  /// What the client does, as a sentence; empty if only the name describes it.
  package let sentence: String
  /// The id of the requirement that a fault breaks, the section that allows a variant, or the place
  /// of a mutant in the code.
  package let source: String

  package init(_ kind: Kind, _ name: String, _ sentence: String = "", source: String = "") {
    self.kind = kind
    names = [name]
    self.sentence = sentence
    self.source = source
  }

  /// Variants that the client takes together.
  package init(together variants: [ClientChange]) {
    var allBreaks: Set<String> = []
    var mayBeInconclusive = false
    for case .variant(let breaks, let may) in variants.map(\.kind) {
      allBreaks.formUnion(breaks)
      mayBeInconclusive = mayBeInconclusive || may
    }
    kind = .variant(breaks: allBreaks, mayBeInconclusive: mayBeInconclusive)
    names = variants.flatMap(\.names)
    sentence = ""
    source = ""
  }

  /// Its name; the names of several variants with commas between.
  package var name: String { names.joined(separator: ",") }

  /// `true` for several variants together.
  package var isCombination: Bool { names.count > 1 }

  /// `true` if it makes the client wait without limit.
  package var hangs: Bool { kind == .fault(hangs: true) }

  /// The reason for which a mutant survives; `nil` if it has none.
  package var reason: MutantReason? {
    if case .mutant(_, let reason) = kind { reason } else { nil }
  }
}
