/// One parameter of a challenge, of credentials or of Authentication-Info (RFC 9110 11.2).
///
///     auth-param = token BWS "=" BWS ( token / quoted-string )
package struct AuthParameter: Hashable, Sendable {
  /// How a value is written.
  package enum Form: Hashable, Sendable {
    /// Without quotes.
    case token
    /// In double quotes.
    case quotedString
  }

  /// The name as it is spelled; compared without case.
  package var name: Octets
  /// The value, without quotes and with quoted-pairs decoded (RFC 9110 5.6.4).
  package var value: Octets
  package var form: Form

  package init(name: Octets, value: Octets, form: Form) {
    self.name = name
    self.value = value
    self.form = form
  }
}

/// A challenge (RFC 9110 11.3).
///
///     challenge   = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
///     credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
package struct Challenge: Hashable, Sendable {
  /// The scheme's name as it is spelled; compared without case (RFC 9110 11.1).
  package var scheme: Octets
  /// The token68, if that form is used.
  package var token68: Octets?
  /// The parameters in order, duplicates included.
  package var parameters: [AuthParameter]
  /// `true` if the field value has an error inside of this challenge, which holds what was parsed
  /// before it.
  package var isPartial: Bool
}

extension Challenge {
  package init(scheme: Octets, token68: Octets? = nil, parameters: [AuthParameter] = []) {
    self.init(scheme: scheme, token68: token68, parameters: parameters, isPartial: false)
  }
}
