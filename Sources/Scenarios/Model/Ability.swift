// SPDX-License-Identifier: Apache-2.0

/// What a client may be able to do (docs/abilities.md). The raw value is its word in scenarios, in
/// clients' files and in what drivers claim.
package enum Ability: String, Hashable, Sendable, CaseIterable {
  case digest
  case digestSession = "digest-sess"
  case digestSHA256 = "digest-sha-256"
  case digestSHA512Slash256 = "digest-sha-512-256"
  case digestAuthInt = "digest-auth-int"
  case digestUserHash = "digest-userhash"
  case basic, bearer, ntlm, negotiate, delegate, dpop, scram
  case ntlmVersion2 = "ntlm-v2"
  case byChallenge = "by-challenge"
  case basicUnasked = "basic-unasked"
  case preemptive
  case perOrigin = "per-origin"
  case perRealm = "per-realm"
  case ask, proxy, tunnel, target, connect
  case proxyDigest = "proxy-digest"
  case proxyNTLM = "proxy-ntlm"
  case proxyNegotiate = "proxy-negotiate"
  case proxySCRAM = "proxy-scram"
  case redirects, cookies, userinfo, headers, memory, change, concurrent, stream
  case tls
  case tls12 = "tls-1.2"
  case tls13 = "tls-1.3"
  case tlsPin = "tls-pin"
  case tlsRevocationList = "tls-crl"
  case proxyTLS = "proxy-tls"
  case clientCertificate = "client-certificate"
  case clientCertificatePerOrigin = "client-certificate-per-origin"
  case webSocket = "websocket"
  case netrc, store, forget, resolve
  case storeChoice = "store-choice"
  case storePerRealm = "store-per-realm"
  case internationalNames = "idn"
  case http2 = "http-2"
  case priorKnowledge = "prior-knowledge"
  case proxyHTTP2 = "proxy-http-2"
  case registry
  case resourceMetadata = "resource-metadata"
}

extension Collection<String> {
  /// Returns whether the words of abilities contain that of an ability.
  package func contains(_ ability: Ability) -> Bool { contains(ability.rawValue) }
}

extension Set<String> {
  /// The words of these abilities.
  package init(_ abilities: Set<Ability>) { self.init(abilities.map(\.rawValue)) }
}
