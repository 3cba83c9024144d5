// SPDX-License-Identifier: Apache-2.0

/// The value of an Authorization or Proxy-Authorization field (RFC 9110 11.4).
///
///     credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
package struct Credentials: Hashable, Sendable, ParameterCarrying {
  /// The scheme's name as it is spelled; compared without case (RFC 9110 11.1).
  package var scheme: Octets
  /// The token68, if that form is used.
  package var token68: Octets?
  /// The parameters in order, duplicates included.
  package var parameters: [AuthParameter]
}

extension Credentials {
  package init(scheme: Octets, parameters: [AuthParameter] = []) {
    self.init(scheme: scheme, token68: nil, parameters: parameters)
  }

  package init(scheme: Octets, token68: Octets?) {
    self.init(scheme: scheme, token68: token68, parameters: [])
  }

  /// Parses a field value, which is exactly one element, since the field is not a list.
  ///
  /// Takes time linear in the value's length. A parameter that occurs twice is not an error of the
  /// grammar: see `duplicatedParameter`.
  package init(parsing value: Octets) throws(GrammarError) {
    var parser = FieldParser(value, rule: .credentials)
    parser.read()
    if let failure = parser.failure { throw failure }
    guard let scheme = parser.scheme else {
      throw GrammarError(offset: value.count, expectation: .scheme)
    }
    self.init(scheme: scheme, token68: parser.token68, parameters: parser.parameters)
  }
}
