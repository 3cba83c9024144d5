// SPDX-License-Identifier: Apache-2.0

import Judging
import Transcripts

/// What decides whether a client's reaction to an input is wrong.
package enum Oracle: Hashable, Sendable {
  case answer, noAnswer, whole, slow, memory, disagreement
  /// An invariant of every case: its index in `CheckDescriptor.ofInvariants`.
  case invariant(Int)
  /// Reports that the harness could not play an input, which is no defect of a client.
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

  /// The oracle that an invariant is; `nil` if the check is not an invariant.
  init?(invariant descriptor: CheckDescriptor) {
    guard let oracle = Oracle.byDescriptor[ObjectIdentifier(descriptor)] else { return nil }
    self = oracle
  }

  /// The oracle of that slug; `nil` if there is none.
  package init?(slug: String) {
    guard let oracle = (Oracle.all + [.harness]).first(where: { $0.slug == slug }) else {
      return nil
    }
    self = oracle
  }

  /// Its name in findings and reports, which never changes.
  package var slug: String {
    switch self {
    case .answer: "answer"
    case .noAnswer: "no-answer"
    case .whole: "whole"
    case .slow: "slow"
    case .memory: "memory"
    case .disagreement: "disagreement"
    case .invariant(let index): String(Oracle.invariants[index].id.dropFirst("invariant.".count))
    case .harness: "harness"
    }
  }

  /// What a client does that the oracle does not object to, as a sentence.
  package var title: String {
    switch self {
    case .answer: "A challenge that can be answered is answered"
    case .noAnswer: "Nothing is answered that is not a challenge"
    case .whole: "A challenge is answered by one of its readings, not by a mixture"
    case .slow: "Work grows no faster than the input"
    case .memory: "Memory does not grow with everything that is read"
    case .disagreement: "Clients understand a refusal alike"
    case .invariant(let index): Oracle.invariants[index].title
    case .harness: "The harness can play every input"
    }
  }

  /// The client crashed, hung, or took more and more time or memory.
  var isOfSoundness: Bool { self == Oracle.clientIsSound || isMeasured }
  /// The oracle measures time or memory, which depend on other work of the machine.
  var isMeasured: Bool { self == .slow || self == .memory }
}

/// A set of oracles.
package struct OracleSet: OptionSet, Hashable, Sendable {
  /// A bit for each oracle.
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of one oracle; empty for that of the harness.
  package init(_ oracle: Oracle) {
    let place = Oracle.all.firstIndex(of: oracle)
    self.init(rawValue: place.map { 1 << UInt32($0) } ?? 0)
  }

  /// The oracles in the set, in the order of `Oracle.all`.
  package var oracles: [Oracle] { Oracle.all.filter { contains(OracleSet($0)) } }
}
