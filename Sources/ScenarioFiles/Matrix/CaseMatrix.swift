// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The keys of a matrix with their values.
struct CaseMatrix {
  /// The maximum number of combinations, including those that `except` excludes.
  static let maximumCombinations = 4096
  /// The maximum number of entries of `except`.
  static let maximumExceptions = 1024

  /// A value of a key.
  struct Value {
    /// Its text in a case's id.
    var id: String
    /// The node that replaces `${key}`.
    var node: YAMLNode
    /// The nodes that replace `${key.field}`.
    var fields: [String: YAMLNode] = [:]
  }

  struct Key {
    var name: String
    var values: [Value]
    /// The index of each value, by its id.
    var positions: [String: Int]
  }

  var keys: [Key] = []
  /// For each entry of `except`, the indices of keys and of their values.
  var exceptions: [[(key: Int, values: Set<Int>)]] = []

  /// The combinations that are not excluded, as indices of values; the last key changes fastest.
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
