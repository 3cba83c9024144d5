/// What an Authorization or Proxy-Authorization field says (RFC 9110 11.4).
///
///     credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
package struct Credentials: Hashable, Sendable, ParameterCarrying {
  /// The scheme's name as it was spelled; compared without case (RFC 9110 11.1).
  package var scheme: Octets
  /// The token68, where that form was used.
  package var token68: Octets?
  /// The parameters in order, duplicates included.
  package var parameters: [AuthParameter]
}

extension Credentials {
  /// Credentials of a scheme and its parameters.
  package init(scheme: Octets, parameters: [AuthParameter] = []) {
    self.init(scheme: scheme, token68: nil, parameters: parameters)
  }

  /// Credentials of a scheme and its token68.
  package init(scheme: Octets, token68: Octets?) {
    self.init(scheme: scheme, token68: token68, parameters: [])
  }

  /// The credentials in a field value: exactly one, for the field is no list.
  ///
  /// Takes time linear in the value's length. A parameter named twice is no grammar error: see
  /// `duplicatedParameter`.
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
