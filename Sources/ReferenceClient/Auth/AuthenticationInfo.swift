// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Authentication-Info = #auth-param (RFC 7615 3, RFC 7616 3.5).
struct AuthenticationInfo {
  private var parameters: [ReceivedChallenge.Parameter] = []
  private let faults: FaultSet

  /// Reads the lines of the field; ignores a line that is not such a list.
  init(_ lines: [Octets], _ faults: FaultSet) {
    self.faults = faults
    for line in faults.alter(lines, .secondInfoLineIgnored, { Array($0.prefix(1)) }) {
      parameters += ChallengeReader.readParameters(line, faults: faults) ?? []
    }
  }

  /// The value of a parameter.
  func value(_ name: Octets) -> Octets? {
    parameters.first { $0.name.equalsIgnoringCase(name) }?.value
  }

  /// `true` if RFC 7616 3.5 defines a parameter of this name.
  private static func isKnown(_ name: Octets) -> Bool {
    let names: [Octets] = ["nextnonce", "qop", "rspauth", "cnonce", "nc"]
    return names.contains { $0.equalsIgnoringCase(name) }
  }

  /// The nonce that the server wants in the next request (RFC 7616 3.5).
  var nextNonce: Octets? { value("nextnonce").flatMap { $0.isEmpty ? nil : $0 } }

  /// `true` if rspauth proves that the server knows the password, or if there is no rspauth.
  func isBelieved(_ answerer: DigestAnswerer, body: Octets) -> Bool {
    if parameters.contains(where: { !AuthenticationInfo.isKnown($0.name) }),
      faults.has(.unknownInfoRefused)
    {
      return false
    }
    guard let proof = value("rspauth"), !faults.has(.rspauthNotChecked) else { return true }
    // cnonce and nc must be those of the request (RFC 7616 3.5).
    if let clientNonce = value("cnonce"), clientNonce != answerer.clientNonce { return false }
    if let nc = value("nc"), nc != answerer.nc { return false }
    let wanted = answerer.responseAuthentication(body: body)
    return proof.equalsIgnoringCase(wanted)
  }
}
