// SPDX-License-Identifier: Apache-2.0

/// The behaviours seen so far: what clients did, and which edges of their code they took.
struct Behaviours {
  private(set) var hashes: Set<BehaviourHash> = []
  private(set) var edges: Set<UInt32> = []

  /// The parts of an observation that are new.
  struct Novelty: OptionSet {
    let rawValue: UInt8
    /// What the client did.
    static let behaviour = Novelty(rawValue: 1)
    /// An edge of its code, or how often it was taken.
    static let edge = Novelty(rawValue: 2)
  }

  /// Adds an observation; returns what about it is new.
  mutating func add(_ observation: TargetObservation) -> Novelty {
    let known = edges.count
    var novelty: Novelty = []
    if hashes.insert(observation.behaviour).inserted { novelty.insert(.behaviour) }
    edges.formUnion(observation.edges)
    if edges.count > known { novelty.insert(.edge) }
    return novelty
  }
}
