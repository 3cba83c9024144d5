// SPDX-License-Identifier: Apache-2.0

/// The value of an Authentication-Info or Proxy-Authentication-Info field (RFC 9110 11.6.3, RFC
/// 7615).
///
///     Authentication-Info = #auth-param
package struct AuthenticationInfoField: Hashable, Sendable, ParameterCarrying {
  /// The parameters in order, duplicates included; after an error those before it.
  package var parameters: [AuthParameter]
  /// The first error of the grammar, if there is one.
  package var failure: GrammarError?

  package init(parameters: [AuthParameter]) {
    self.parameters = parameters
    failure = nil
  }

  /// Parses one field value, in time linear in its length.
  package init(parsing value: Octets) {
    var parser = FieldParser(value, rule: .parameters)
    parser.read()
    failure = parser.failure
    parameters = parser.parameters
  }

  /// Parses several field lines, joined to one value with ", " (RFC 9110 5.3).
  package init(parsing lines: [Octets]) {
    self.init(parsing: Octets(joining: lines))
  }

  /// `true` if the value is in the grammar and no parameter occurs twice.
  package var isValid: Bool { failure == nil && duplicatedParameter == nil }
}
