/// The inputs that others are made from.
package struct InputPool: Sendable {
  /// How many inputs count as new.
  static let newest = 16

  /// Each made the client do something that it had not done before; the newest last.
  package private(set) var corpus: InputList
  /// The newest of those that took the client through edges of its code that none had taken before. What a client does tells
  /// apart so many inputs that these would be lost among them.
  private(set) var leading: [FuzzInput] = []

  /// A pool of these inputs.
  package init(_ corpus: [FuzzInput] = []) { self.corpus = InputList(corpus) }

  /// Takes in an input that did something new.
  mutating func add(_ input: FuzzInput, isLeading: Bool) {
    corpus.append(input)
    guard isLeading else { return }
    if leading.count == InputPool.newest { leading.removeFirst() }
    leading.append(input)
  }
}
