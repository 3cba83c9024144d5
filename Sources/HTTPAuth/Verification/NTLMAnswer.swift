// SPDX-License-Identifier: Apache-2.0

/// What a client's message 3 says, and how it was made (MS-NLMP 2.2.1.3).
package struct NTLMAnswer: Hashable, Sendable {
  /// How the proof is made.
  package enum Version: String, Hashable, Sendable, CaseIterable {
    /// Of the LM response only.
    case lm
    /// NTLMv1.
    case v1
    /// NTLMv1 with extended session security, "NTLM2 session".
    case session
    /// NTLMv2.
    case v2
    /// There is none.
    case anonymous
  }

  /// What the LM response is.
  package enum LMResponse: String, Hashable, Sendable, CaseIterable {
    case absent, zero, lm, lmv2
    /// The client's nonce, of NTLM2 session.
    case nonce
  }

  /// What became of the target information of message 2.
  package enum Information: String, Hashable, Sendable, CaseIterable {
    case returned, changed, absent
  }

  /// Whose time an NTLMv2 response has.
  package enum Timestamp: String, Hashable, Sendable, CaseIterable {
    /// That of message 2 (MsvAvTimestamp).
    case server
    /// Another.
    case own
  }

  /// What a MIC or a channel binding is.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case absent, right, wrong
    /// Zeros, which say that the client has nothing to bind to.
    case zero
  }

  package var version: Version
  package var user: Octets
  package var domain: Octets
  package var workstation: Octets
  package var encoding: NTLMAuthenticateMessage.Encoding
  package var lmResponse = LMResponse.absent
  /// The target information of NTLMv2; `nil` in other versions.
  package var information: Information?
  package var timestamp: Timestamp?
  package var mic = Code.absent
  package var binding = Code.absent
  /// MsvAvTargetName, which names the service.
  package var targetName: Octets?
  /// RespType and HiRespType of NTLMv2, as in `1.1`.
  package var responseType: Octets?
  /// The reserved octets of NTLMv2 in hexadecimal; `nil` if all are zero.
  package var reserved: Octets?
  /// Flags that message 2 did not offer, as a number; 0 if there are none.
  package var excessFlags: NTLMFlags = []

  /// The names of `value(named:)`: the words of scenarios.
  package static let names: [Octets] = [
    "version", "user", "domain", "workstation", "encoding", "lm-response", "target-information",
    "timestamp", "mic", "binding", "target-name", "response-type", "reserved", "excess-flags",
  ]

  /// A part in the words of scenarios; `nil` if the message does not have it.
  package func value(named name: Octets) -> Octets? {
    switch "\(name)" {
    case "version": Octets(version.rawValue)
    case "user": user.isEmpty ? nil : user
    case "domain": domain.isEmpty ? nil : domain
    case "workstation": workstation.isEmpty ? nil : workstation
    case "encoding": Octets(encoding.rawValue)
    case "lm-response": Octets(lmResponse.rawValue)
    case "target-information": information.map { Octets($0.rawValue) }
    case "timestamp": timestamp.map { Octets($0.rawValue) }
    case "mic": mic == .absent ? nil : Octets(mic.rawValue)
    case "binding": binding == .absent ? nil : Octets(binding.rawValue)
    case "target-name": targetName
    case "response-type": responseType
    case "reserved": reserved
    case "excess-flags":
      excessFlags.isEmpty ? nil : Octets("0x" + excessFlags.rawValue.hex(digits: 8))
    default: nil
    }
  }
}
