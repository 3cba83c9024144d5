/// What an Authentication-Info or Proxy-Authentication-Info field says (RFC 9110 11.6.3, RFC 7615).
///
///     Authentication-Info = #auth-param
package struct AuthenticationInfo: Hashable, Sendable, ParameterCarrying {
  /// The parameters in order, duplicates included; those before the failure, if there is one.
  package var parameters: [AuthParameter]
  /// Where the value leaves the grammar, if it does.
  package var failure: GrammarError?

  /// A field of these parameters.
  package init(parameters: [AuthParameter]) {
    self.parameters = parameters
    failure = nil
  }

  /// The parameters of one field value. Takes time linear in its length.
  package init(parsing value: Octets) {
    var parser = FieldParser(value, rule: .parameters)
    parser.read()
    failure = parser.failure
    parameters = parser.parameters
  }

  /// The parameters of several field lines, taken as one value joined with ", " (RFC 9110 5.3).
  package init(parsing lines: [Octets]) {
    self.init(parsing: Octets(joining: lines))
  }

  /// `true` if the value is in the grammar and names no parameter twice.
  package var isValid: Bool { failure == nil && duplicatedParameter == nil }
}
