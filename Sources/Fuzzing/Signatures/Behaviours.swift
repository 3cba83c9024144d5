/// The behaviours that were seen: what clients did, and which edges of their code they took.
struct Behaviours {
  private(set) var signatures: Set<Signature> = []
  private(set) var edges: Set<UInt32> = []

  /// Takes an observation in; true where something about it is new.
  mutating func takesNew(_ observation: Observation) -> Bool {
    let known = edges.count
    let isNew = signatures.insert(observation.signature).inserted
    edges.formUnion(observation.edges)
    return isNew || edges.count > known
  }
}
