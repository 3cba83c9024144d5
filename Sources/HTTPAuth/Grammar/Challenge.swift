// SPDX-License-Identifier: Apache-2.0

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
  /// `true` if the field value has an error inside this challenge: the parameters before the error
  /// are kept.
  package var isPartial: Bool
}

extension Challenge {
  package init(scheme: Octets, token68: Octets? = nil, parameters: [AuthParameter] = []) {
    self.init(scheme: scheme, token68: token68, parameters: parameters, isPartial: false)
  }
}
