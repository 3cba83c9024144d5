/// One parameter of a challenge, of credentials or of Authentication-Info (RFC 9110 11.2).
///
///     auth-param = token BWS "=" BWS ( token / quoted-string )
package struct AuthParameter: Hashable, Sendable {
  /// How the value was written, or is to be written.
  package enum Form: Hashable, Sendable {
    /// Bare.
    case token
    /// In double quotes.
    case quotedString
  }

  /// The name as it was spelled; compared without case.
  package var name: Octets
  /// The value, with quotes and quoted-pairs undone (RFC 9110 5.6.4).
  package var value: Octets
  /// How the value was written.
  package var form: Form

  /// A parameter of these parts.
  package init(name: Octets, value: Octets, form: Form) {
    self.name = name
    self.value = value
    self.form = form
  }
}

/// What stands behind a scheme's name, in a challenge or in credentials (RFC 9110 11.3, 11.4).
///
///     challenge   = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
///     credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
package struct Challenge: Hashable, Sendable {
  /// The scheme's name as it was spelled; compared without case (RFC 9110 11.1).
  package var scheme: Octets
  /// The token68, where that form was used.
  package var token68: Octets?
  /// The parameters in order, duplicates included.
  package var parameters: [AuthParameter]
  /// `true` if it was read from a field value that leaves the grammar before this challenge is
  /// over; what is here was read before that.
  package var isPartial: Bool
}

extension Challenge {
  /// A challenge of these parts, complete.
  package init(scheme: Octets, token68: Octets? = nil, parameters: [AuthParameter] = []) {
    self.init(scheme: scheme, token68: token68, parameters: parameters, isPartial: false)
  }
}
