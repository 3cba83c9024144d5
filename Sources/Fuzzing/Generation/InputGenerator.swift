/// Makes the inputs of a campaign: each from the campaign's seed, the input's number and the corpus there is.
public struct InputGenerator: Sendable {
  /// The seed of all randomness.
  public let seed: UInt64
  /// What the client can be shown.
  public let scope: InputScope

  /// A generator of that seed.
  public init(seed: UInt64, scope: InputScope = .all) {
    self.seed = seed
    self.scope = scope
  }

  /// How many inputs of a corpus count as new.
  private static let newest = 16

  /// The input of that number: from the grammar, or an input of the corpus with some alterations.
  public func input(_ index: UInt64, corpus: [FuzzInput] = []) -> FuzzInput {
    var random = SeededRandom(seed: seed, index: index)
    let input =
      !corpus.isEmpty && random.percent(60)
      ? altered(corpus, &random) : InputGenerator.fresh(&random, scope)
    // An input is what its text says: octets that the text has no place for are gone.
    return FuzzInput(text: input.text)
  }

  private static func fresh(_ random: inout SeededRandom, _ scope: InputScope) -> FuzzInput {
    var grammar = SequenceGrammar(random: random, scope: scope)
    return grammar.input()
  }

  private func altered(_ corpus: [FuzzInput], _ random: inout SeededRandom) -> FuzzInput {
    // What came last leads on: half of the inputs are made from the newest.
    let newest = corpus.suffix(InputGenerator.newest)
    var input = random.pick(random.percent(50) ? newest : corpus[...]) ?? FuzzInput([])
    let other = random.pick(corpus)
    var mutation = SequenceMutation(random: random, scope: scope)
    for _ in 0..<(1 + mutation.random.below(4)) { input = mutation.mutate(input, with: other) }
    return input
  }
}
