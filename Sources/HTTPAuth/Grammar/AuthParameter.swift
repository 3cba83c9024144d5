// SPDX-License-Identifier: Apache-2.0

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

  /// The name as it is spelled; names are compared without case (RFC 9110 11.2).
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
