// SPDX-License-Identifier: Apache-2.0

/// How much one file may grow when its matrix and its repetitions are expanded.
final class Budget {
  /// Octets of one text.
  static let text = 16 << 20
  /// Octets of all texts of a file.
  static let file = 64 << 20

  /// Keys, texts, lists and mappings of all cases of a file together.
  static let values = 1_000_000

  private(set) var isSpent = false
  private var left: Int

  init(_ amount: Int = Budget.file) { left = amount }

  /// Returns `false` if the budget is exceeded.
  func spend(_ amount: Int) -> Bool {
    guard !isSpent, amount <= left else {
      isSpent = true
      return false
    }
    left -= amount
    return true
  }
}
