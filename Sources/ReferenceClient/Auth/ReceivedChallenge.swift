// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// challenge = auth-scheme [ 1*SP ( token68 / #auth-param ) ] (RFC 9110 11.3), as received.
struct ReceivedChallenge: Hashable, Sendable {
  /// auth-param = token BWS "=" BWS ( token / quoted-string ), the value unquoted.
  struct Parameter: Hashable, Sendable {
    var name: Octets
    var value: Octets
    var wasQuoted: Bool
  }

  /// The scheme with its spelling.
  var scheme: Octets
  /// The token68, if there is one instead of parameters.
  var token68: Octets?
  /// The parameters in order.
  var parameters: [Parameter] = []

  /// The value of the parameter of that name, compared without case (RFC 9110 11.2).
  func value(_ name: Octets, _ faults: FaultSet) -> Octets? {
    faults.alter(
      parameters.first { $0.name.equalsIgnoringCase(name) }?.value, .parameterNamesByCase
    ) { _ in parameters.first { $0.name == name }?.value }
  }

  /// "each parameter name MUST only occur once per challenge" (RFC 9110 11.2).
  var hasDuplicate: Bool {
    var seen: Set<Octets> = []
    return parameters.contains { !seen.insert($0.name.asciiLowercased).inserted }
  }
}
