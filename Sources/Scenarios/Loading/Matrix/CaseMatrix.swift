// SPDX-License-Identifier: Apache-2.0

/// The keys of a matrix with their values, as they stand in a file.
struct CaseMatrix {
  /// Combinations, those that `except` leaves out included.
  static let most = 4096
  /// Entries of `except`.
  static let mostExceptions = 1024

  /// A value of a key.
  struct Value {
    /// As it stands in a case's id.
    var id: String
    /// What `${key}` stands for.
    var node: YAMLNode
    /// What `${key.field}` stands for.
    var fields: [String: YAMLNode] = [:]
  }

  /// A key with its values.
  struct Key {
    var name: String
    var values: [Value]
    /// The position of each value by its id.
    var positions: [String: Int]
  }

  var keys: [Key] = []
  /// For each entry of `except`, which value of which key it names.
  var exceptions: [[(key: Int, values: Set<Int>)]] = []

  /// One value for each key, in the order written; the last key changes fastest.
  func combinations() -> [[Int]] {
    var result: [[Int]] = []
    var current = Array(repeating: 0, count: keys.count)
    while true {
      if !isExcepted(current) { result.append(current) }
      var position = keys.count - 1
      while position >= 0 {
        current[position] += 1
        if current[position] < keys[position].values.count { break }
        current[position] = 0
        position -= 1
      }
      if position < 0 { return result }
    }
  }

  private func isExcepted(_ combination: [Int]) -> Bool {
    exceptions.contains { entry in
      entry.allSatisfy { $0.values.contains(combination[$0.key]) }
    }
  }
}
