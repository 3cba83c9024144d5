// SPDX-License-Identifier: Apache-2.0

/// An error of the grammar of a field value: its place, and what was expected there.
package struct GrammarError: Error, Hashable, Sendable {
  package enum Expectation: String, Hashable, Sendable, CaseIterable {
    /// The name of a scheme.
    case scheme = "the name of an authentication scheme"
    /// The name of a scheme or of a parameter.
    case schemeOrParameter = "the name of a scheme or of a parameter"
    /// The name of a parameter.
    case parameter = "the name of a parameter"
    /// What may stand behind a scheme's name.
    case spaceOrComma = "a space and parameters, a comma or the end"
    /// What may stand behind a name that is a scheme's or a parameter's.
    case equalsSignSpaceOrComma = "\"=\", a space and parameters, a comma or the end"
    /// What may stand behind the name in credentials.
    case spaceOrEnd = "a space and parameters, or the end"
    /// What a scheme's name and a space are followed by.
    case token68OrParameter = "a token68 or the name of a parameter"
    /// The sign between name and value.
    case equalsSign = "\"=\" after the name of a parameter"
    /// A value.
    case value = "a token or a quoted string as the parameter's value"
    /// The closing quote, or octets that a quoted-string may hold.
    case quotedText = "text or the closing quote of a quoted string"
    /// What a backslash escapes.
    case quotedPair = "a printable character after the backslash"
    /// The end of a list's element.
    case commaOrEnd = "a comma or the end"
    /// The end, where no comma may stand.
    case end = "the end"
  }

  /// The offset of the first octet that is not in the grammar; the value's length if it ends too
  /// early.
  package var offset: Int
  package var expectation: Expectation
}

extension GrammarError: CustomStringConvertible {
  /// `at octet 12: expected a comma or the end`.
  package var description: String { "at octet \(offset): expected \(expectation.rawValue)" }
}
