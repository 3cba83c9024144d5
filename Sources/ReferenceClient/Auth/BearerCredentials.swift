// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// credentials = "Bearer" 1*SP b64token (RFC 6750 2.1).
enum BearerCredentials {
  /// The field value.
  ///
  ///     b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
  static func value(_ token: Octets, _ faults: FaultSet) throws(CredentialsError) -> Octets {
    let front = token.bytes.prefix(while: ChallengeReader.isToken68Character)
    let isToken =
      !front.isEmpty
      && token.bytes[front.endIndex...].allSatisfy { $0 == UInt8(ascii: "=") }
    guard isToken || faults.has(.anyTokenSent) else { throw .malformedToken }
    if faults.has(.tokenQuoted) {
      return Octets(Scheme.bearer.written(faults) + "\"\(token.latin1)\"".utf8)
    }
    return Octets(Scheme.bearer.written(faults) + token.array)
  }
}
