// SPDX-License-Identifier: Apache-2.0

/// The limits of a file with its matrix and repetitions expanded, and what is left of them.
final class Budget {
  /// The maximum number of octets of a text.
  static let text = 16 << 20
  /// The maximum number of octets of all texts.
  static let file = 64 << 20
  /// The maximum number of keys, texts, lists and mappings of all cases.
  static let values = 1_000_000

  private(set) var isSpent = false
  private var left: Int

  init(_ amount: Int = Budget.file) { left = amount }

  /// Takes octets from the budget. Returns `false` if it is exceeded.
  func spend(_ amount: Int) -> Bool {
    guard !isSpent, amount <= left else {
      isSpent = true
      return false
    }
    left -= amount
    return true
  }
}
