// SPDX-License-Identifier: Apache-2.0

import Judging
import Transcripts

/// A rule by which a client's reaction to an input is judged.
package enum Oracle: Hashable, Sendable {
  case answer, noAnswer, whole, slow, memory, disagreement
  /// An invariant of every case: its index in `CheckDescriptor.ofInvariants`.
  case invariant(Int)
  /// Reports an input that the harness could not play, which is no defect of a client.
  case harness

  /// All oracles of clients, the invariants last.
  package static let all: [Oracle] =
    [.answer, .noAnswer, .whole, .slow, .memory, .disagreement] + invariants.indices.map(invariant)

  private static let invariants = CheckDescriptor.ofInvariants

  /// The invariant that clients neither crash nor hang.
  package static let clientIsSound = Oracle(invariant: .clientIsSound) ?? .harness

  /// The descriptors of invariants are the same objects in every play.
  private static let byDescriptor = Dictionary(
    uniqueKeysWithValues: invariants.indices.map {
      (ObjectIdentifier(invariants[$0]), Oracle.invariant($0))
    })

  /// The oracle of an invariant; `nil` if the check is not an invariant.
  init?(invariant descriptor: CheckDescriptor) {
    guard let oracle = Oracle.byDescriptor[ObjectIdentifier(descriptor)] else { return nil }
    self = oracle
  }

  /// The oracle with this slug; `nil` if there is none.
  package init?(slug: String) {
    guard let oracle = (Oracle.all + [.harness]).first(where: { $0.slug == slug }) else {
      return nil
    }
    self = oracle
  }

  /// Its name in findings and reports, which never changes.
  package var slug: String { names.slug }
  /// The rule whose violation it reports, as a sentence.
  package var title: String { names.title }

  private var names: (slug: String, title: String) {
    switch self {
    case .answer: ("answer", "A challenge that can be answered is answered")
    case .noAnswer: ("no-answer", "Nothing is answered that is not a challenge")
    case .whole: ("whole", "A challenge is answered by one of its readings, not by a mixture")
    case .slow: ("slow", "Work grows no faster than the input")
    case .memory: ("memory", "Memory does not grow with everything that is read")
    case .disagreement: ("disagreement", "Clients understand a refusal alike")
    case .invariant(let index):
      (
        InvariantName(check: Oracle.invariants[index].id)?.rawValue ?? Oracle.invariants[index].id,
        Oracle.invariants[index].title
      )
    case .harness: ("harness", "The harness can play every input")
    }
  }

  /// `true` if it reports a client that crashes, hangs, or takes ever more time or memory.
  var isOfSoundness: Bool { self == Oracle.clientIsSound || isMeasured }
  /// `true` if it measures time or memory, which depend on other work of the machine.
  var isMeasured: Bool { self == .slow || self == .memory }
}
