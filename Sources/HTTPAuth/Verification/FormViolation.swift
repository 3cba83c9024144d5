// SPDX-License-Identifier: Apache-2.0

/// A syntax rule of a scheme's RFC that credentials break.
package struct FormViolation: Hashable, Sendable {
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// Basic credentials are user name, colon and password in base 64 (RFC 7617 2).
    case basicPair
    /// User name and password have no control characters (RFC 7617 2).
    case controlCharacter
    /// Bearer credentials are one b64token (RFC 6750 2.1).
    case bearerToken
    /// cnonce and nc are present (RFC 7616 3.4).
    case missingCount
    /// The other required parameters are present (RFC 7616 3.4).
    case missing
    /// No parameter occurs twice.
    case duplicate
    /// username and username* are not sent together (RFC 7616 3.4).
    case twoNames
    /// A value that must be quoted is quoted (RFC 7616 3.4).
    case unquoted
    /// A value that must not be quoted is not quoted (RFC 7616 3.4).
    case quoted
    /// nc is eight digits (RFC 7616 3.4).
    case count
    /// response is hexadecimal (RFC 7616 3.2).
    case response
    /// username* is an extended value, and is only sent for a name that is not hashed (RFC 7616
    /// 3.4).
    case extendedName
    /// userhash is true or false (RFC 7616 3.4).
    case userhash
  }

  package var kind: Kind
  /// The name of the parameter in lower case; `nil` for the credentials as a whole.
  package var parameter: String?
  /// What was observed, as a sentence.
  package var sentence: String
  /// What is required, with the RFC and its section.
  package var requirement: String
}

extension [FormViolation] {
  mutating func add(
    _ kind: FormViolation.Kind, _ parameter: String?, _ sentence: String, _ requirement: String
  ) {
    append(
      FormViolation(
        kind: kind, parameter: parameter, sentence: sentence, requirement: requirement))
  }
}
