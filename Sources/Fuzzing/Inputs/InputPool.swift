// SPDX-License-Identifier: Apache-2.0

/// The inputs that new inputs are made from.
package struct InputPool: Sendable {
  /// The number of inputs that count as new.
  static let newest = 16

  /// The inputs that led to new behaviour, the newest last.
  package private(set) var corpus: InputList
  /// The newest inputs that took a new edge of the client's code. Among the many inputs of the
  /// corpus they would rarely be chosen.
  private(set) var leading: [FuzzInput] = []

  package init(_ corpus: [FuzzInput] = []) { self.corpus = InputList(corpus) }

  mutating func add(_ input: FuzzInput, isLeading: Bool) {
    corpus.append(input)
    guard isLeading else { return }
    if leading.count == InputPool.newest { leading.removeFirst() }
    leading.append(input)
  }
}

/// A list of inputs that only grows. Copies share all of it except the latest inputs.
package struct InputList: RandomAccessCollection, Sendable {
  /// The number of inputs in a block.
  private static let length = 256

  /// Blocks that are full.
  private var blocks: [[FuzzInput]] = []
  /// The inputs after the last full block.
  private var latest: [FuzzInput] = []

  init(_ inputs: [FuzzInput] = []) {
    for input in inputs { append(input) }
  }

  mutating func append(_ input: FuzzInput) {
    latest.append(input)
    guard latest.count == InputList.length else { return }
    blocks.append(latest)
    latest = []
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { blocks.count * InputList.length + latest.count }
  package subscript(place: Int) -> FuzzInput {
    let (block, rest) = place.quotientAndRemainder(dividingBy: InputList.length)
    return block < blocks.count ? blocks[block][rest] : latest[rest]
  }
}
