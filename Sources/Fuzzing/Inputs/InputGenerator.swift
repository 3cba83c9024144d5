/// Makes the inputs of a campaign: each from the campaign's seed, the input's number and the corpus there is.
package struct InputGenerator: Sendable {
  /// The seed of all randomness.
  package let seed: UInt64
  /// What the client can be shown.
  package let scope: InputScope

  /// A generator of that seed.
  package init(seed: UInt64, scope: InputScope = .all) {
    self.seed = seed
    self.scope = scope
  }

  /// The input of that number: from the grammar, or an input of the pool with some alterations.
  package func input(_ index: UInt64, from pool: InputPool = InputPool()) -> FuzzInput {
    var random = SeededRandom(seed: seed, index: index)
    let input =
      !pool.corpus.isEmpty && random.percent(60)
      ? altered(pool, &random) : InputGenerator.fresh(&random, scope)
    // An input is what its text says: octets that the text has no place for are gone.
    return FuzzInput(text: scope.shown(input).text)
  }

  private static func fresh(_ random: inout SeededRandom, _ scope: InputScope) -> FuzzInput {
    var grammar = SequenceGrammar(random: random, scope: scope)
    return grammar.input()
  }

  private func altered(_ pool: InputPool, _ random: inout SeededRandom) -> FuzzInput {
    var input = parent(pool, &random)
    let other = random.pick(pool.corpus)
    var mutation = SequenceMutation(random: random, scope: scope)
    for _ in 0..<(1 + mutation.random.below(4)) { input = mutation.mutate(input, with: other) }
    return input
  }

  private func parent(_ pool: InputPool, _ random: inout SeededRandom) -> FuzzInput {
    if !pool.leading.isEmpty, random.percent(50) { return quicker(of: pool.leading, &random) }
    // What came last leads on.
    if random.percent(50) { return quicker(of: pool.corpus.suffix(InputPool.newest), &random) }
    return quicker(of: pool.corpus, &random)
  }

  /// Of two the one that is played sooner: what is long grows, and makes every play slow.
  private func quicker(
    of parents: some RandomAccessCollection<FuzzInput>, _ random: inout SeededRandom
  ) -> FuzzInput {
    let pair = [random.pick(parents), random.pick(parents)].compactMap(\.self)
    return pair.min { $0.playingTime < $1.playingTime } ?? FuzzInput([])
  }
}

extension FuzzInput {
  /// How long it takes to play, nearly, as a number of octets: a request and its reply take as long as so many.
  fileprivate var playingTime: Int { octetsOfLines + 500 * replies.count }
}
