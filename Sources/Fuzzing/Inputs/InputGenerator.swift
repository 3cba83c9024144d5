// SPDX-License-Identifier: Apache-2.0

/// Makes the inputs of a campaign: each from the campaign's seed, the input's number and the
/// corpus.
package struct InputGenerator: Sendable {
  package let seed: UInt64
  /// What the client can be played.
  package var scope = InputScope.all

  /// The input of a number: from the grammar, or an altered input of the pool.
  package func input(_ index: UInt64, from pool: InputPool = InputPool()) -> FuzzInput {
    let random = SeededRandom(seed: seed, index: index)
    let input =
      !pool.corpus.isEmpty && random.percent(60)
      ? altered(pool, random) : SequenceGrammar(random: random, scope: scope).input()
    // Octets that have no place in the text of an input are removed.
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

  /// The faster to play of two inputs: long inputs get longer, and make every play slow.
  private func quicker(
    of parents: some RandomAccessCollection<FuzzInput>, _ random: SeededRandom
  ) -> FuzzInput {
    let pair = [random.pick(parents), random.pick(parents)].compactMap(\.self)
    return pair.min { $0.playingTime < $1.playingTime } ?? FuzzInput([])
  }
}

extension FuzzInput {
  /// An estimate of the time that a play takes, in octets: a request and its reply take as long as
  /// 500.
  fileprivate var playingTime: Int { octetsOfLines + 500 * replies.count }
}
