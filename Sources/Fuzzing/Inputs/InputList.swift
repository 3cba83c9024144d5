/// Inputs that are only added to: a copy shares all but the latest few, however many there are.
package struct InputList: RandomAccessCollection, Sendable {
  /// Inputs in a block.
  private static let length = 256

  /// Blocks that are full.
  private var blocks: [[FuzzInput]] = []
  /// Those behind the last block, fewer than a block has.
  private var latest: [FuzzInput] = []

  /// A list of these.
  package init(_ inputs: [FuzzInput] = []) {
    for input in inputs { append(input) }
  }

  /// Adds one at the end.
  mutating func append(_ input: FuzzInput) {
    latest.append(input)
    guard latest.count == InputList.length else { return }
    blocks.append(latest)
    latest = []
  }

  /// 0.
  package var startIndex: Int { 0 }
  /// How many there are.
  package var endIndex: Int { blocks.count * InputList.length + latest.count }
  /// The input of that place.
  package subscript(place: Int) -> FuzzInput {
    let (block, rest) = place.quotientAndRemainder(dividingBy: InputList.length)
    return block < blocks.count ? blocks[block][rest] : latest[rest]
  }
}
