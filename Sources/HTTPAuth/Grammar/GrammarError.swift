// SPDX-License-Identifier: Apache-2.0

/// A syntax error in a field value: its offset, and what was expected there.
package struct GrammarError: Error, Hashable, Sendable {
  /// What the grammar allows at the offset.
  package enum Expectation: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case scheme, schemeOrParameter, parameter
    case spaceOrComma, equalsSignSpaceOrComma, spaceOrEnd, token68OrParameter
    case equalsSign, value, quotedText, quotedPair
    case commaOrEnd, end

    package var description: String {
      switch self {
      case .scheme: "the name of an authentication scheme"
      case .schemeOrParameter: "the name of a scheme or of a parameter"
      case .parameter: "the name of a parameter"
      case .spaceOrComma: "a space and parameters, a comma or the end"
      case .equalsSignSpaceOrComma: "\"=\", a space and parameters, a comma or the end"
      case .spaceOrEnd: "a space and parameters, or the end"
      case .token68OrParameter: "a token68 or the name of a parameter"
      case .equalsSign: "\"=\" after the name of a parameter"
      case .value: "a token or a quoted string as the parameter's value"
      case .quotedText: "text or the closing quote of a quoted string"
      case .quotedPair: "a printable character after the backslash"
      case .commaOrEnd: "a comma or the end"
      case .end: "the end"
      }
    }
  }

  /// The offset of the first octet that is not in the grammar; the value's length if it ends too
  /// early.
  package var offset: Int
  package var expectation: Expectation
}

extension GrammarError: CustomStringConvertible {
  /// `at octet 12: expected a comma or the end`.
  package var description: String { "at octet \(offset): expected \(expectation)" }
}
