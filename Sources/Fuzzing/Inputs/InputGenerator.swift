// SPDX-License-Identifier: Apache-2.0

/// Makes the inputs of a campaign: each from the campaign's seed, the input's number and the
/// corpus.
package struct InputGenerator: Sendable {
  package let seed: UInt64
  /// The parts of inputs that the client supports.
  package var scope = InputScope.all

  /// The input with a number: from the grammar, or an altered input of the pool.
  package func input(_ index: UInt64, from pool: InputPool = InputPool()) -> FuzzInput {
    let random = SeededRandom(seed: seed, index: index)
    let input =
      !pool.corpus.isEmpty && random.percent(60)
      ? altered(pool, random) : SequenceGrammar(random: random, scope: scope).input()
    // Octets that the text of an input cannot express are removed.
    return FuzzInput(text: scope.restricted(input).text)
  }

  private func altered(_ pool: InputPool, _ random: SeededRandom) -> FuzzInput {
    var input = parent(pool, random)
    let other = random.pick(pool.corpus)
    let mutation = SequenceMutation(random: random, scope: scope)
    for _ in 0..<(1 + random.below(4)) { input = mutation.mutate(input, with: other) }
    return input
  }

  private func parent(_ pool: InputPool, _ random: SeededRandom) -> FuzzInput {
    if !pool.leading.isEmpty, random.percent(50) { return quicker(of: pool.leading, random) }
    // The newest inputs lead to more new behaviour than others.
    if random.percent(50) { return quicker(of: pool.corpus.suffix(InputPool.newest), random) }
    return quicker(of: pool.corpus, random)
  }

  /// One of two inputs: the one that takes less time to play. Otherwise inputs would get longer and
  /// longer, and plays slower.
  private func quicker(
    of parents: some RandomAccessCollection<FuzzInput>, _ random: SeededRandom
  ) -> FuzzInput {
    let pair = [random.pick(parents), random.pick(parents)].compactMap(\.self)
    return pair.min { $0.playingTime < $1.playingTime } ?? FuzzInput([])
  }
}

extension FuzzInput {
  /// An estimate of the time that a play takes, in octets. A request and its reply take as long as
  /// 500 octets.
  fileprivate var playingTime: Int { octetsOfLines + 500 * replies.count }
}
