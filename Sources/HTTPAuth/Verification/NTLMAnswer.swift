// SPDX-License-Identifier: Apache-2.0

/// The contents of a client's message 3, and how it was made (MS-NLMP 2.2.1.3).
package struct NTLMAnswer: Hashable, Sendable {
  /// The version of the proof.
  package enum Version: String, Hashable, Sendable, CaseIterable {
    /// Only an LM response.
    case lm
    /// NTLMv1.
    case v1
    /// NTLMv1 with extended session security, "NTLM2 session".
    case session
    /// NTLMv2.
    case v2
    /// No proof.
    case anonymous
  }

  /// The kind of LM response.
  package enum LMResponse: String, Hashable, Sendable, CaseIterable {
    case absent, zero, lm, lmv2
    /// The client's nonce, in NTLM2 session.
    case nonce
  }

  /// How the client returned the target information of message 2.
  package enum Information: String, Hashable, Sendable, CaseIterable {
    case returned, changed, absent
  }

  /// The source of the time in an NTLMv2 response.
  package enum Timestamp: String, Hashable, Sendable, CaseIterable {
    /// Message 2 (MsvAvTimestamp).
    case server
    /// The client.
    case own
  }

  /// The state of a MIC or a channel binding.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case absent, right, wrong
    /// Zeros: the client has nothing to bind to.
    case zero
    /// The server has no TLS to compare the binding with: that of the client may end at a proxy.
    case unknown
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
  /// The name of the service (MsvAvTargetName).
  package var targetName: Octets?
  /// RespType and HiRespType of NTLMv2: `1.1`.
  package var responseType: Octets?
  /// The reserved octets of NTLMv2 in hexadecimal; `nil` if all are zero.
  package var reserved: Octets?
  /// The flags that message 2 did not offer.
  package var excessFlags: NTLMFlags = []

  private static let parts: [(name: Octets, value: @Sendable (NTLMAnswer) -> Octets?)] = [
    ("version", { Octets($0.version.rawValue) }),
    ("user", { $0.user.isEmpty ? nil : $0.user }),
    ("domain", { $0.domain.isEmpty ? nil : $0.domain }),
    ("workstation", { $0.workstation.isEmpty ? nil : $0.workstation }),
    ("encoding", { Octets($0.encoding.rawValue) }),
    ("lm-response", { Octets($0.lmResponse.rawValue) }),
    ("target-information", { $0.information.map { Octets($0.rawValue) } }),
    ("timestamp", { $0.timestamp.map { Octets($0.rawValue) } }),
    ("mic", { $0.mic == .absent ? nil : Octets($0.mic.rawValue) }),
    ("binding", { $0.binding == .absent ? nil : Octets($0.binding.rawValue) }),
    ("target-name", { $0.targetName }), ("response-type", { $0.responseType }),
    ("reserved", { $0.reserved }),
    (
      "excess-flags",
      { $0.excessFlags.isEmpty ? nil : Octets("0x" + $0.excessFlags.rawValue.hex(digits: 8)) }
    ),
  ]

  /// The names that scenarios use for the parts of a message.
  package static var names: [Octets] { parts.map(\.name) }

  /// The part of that name; `nil` if the message does not have it.
  package func value(named name: Octets) -> Octets? {
    NTLMAnswer.parts.first { $0.name == name }?.value(self)
  }
}
