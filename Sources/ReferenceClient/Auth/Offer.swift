// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A challenge that the client could answer, interpreted by its scheme.
struct Offer: Hashable, Sendable {
  /// The scheme.
  var scheme: Scheme
  /// The realm; `nil` if Bearer has none.
  var realm: Octets?
  /// `true` for charset="UTF-8" (RFC 7617 2.1, RFC 7616 3.3).
  var wantsUTF8 = false
  /// The scope that the token must have (RFC 6750 3).
  var scope: Octets?
  /// `true` if the proof of possession lacks a nonce of the server (RFC 9449 9).
  var wantsNonce = false
  /// The message that SCRAM asks for.
  var scram: SCRAMStep?
  /// The message that NTLM asks for.
  var ntlm: NTLMStep?
  /// The parameters of Digest.
  var digest: DigestOffer?

  /// Interprets a challenge; `nil` if the client must not answer it.
  init?(_ challenge: ReceivedChallenge, _ faults: FaultSet, _ preferences: Preferences) {
    guard let scheme = Scheme(challenge.scheme, faults) else { return nil }
    self.scheme = scheme
    realm = challenge.value("realm", faults)
    // The only value of charset is UTF-8, in letters of any case (RFC 7617 2.1).
    if let charset = challenge.value("charset", faults) {
      wantsUTF8 = charset.equalsIgnoringCase("UTF-8")
      wantsUTF8 = faults.alter(wantsUTF8, .charsetIgnored) { _ in false }
      if !charset.equalsIgnoringCase("UTF-8"), faults.has(.otherCharsetRefused) { return nil }
      if !charset.equalsIgnoringCase("UTF-8"), scheme == .basic,
        faults.has(.otherCharsetOfBasicRefused)
      {
        return nil
      }
    }
    if challenge.hasUnknownParameter, faults.has(.unknownParametersRefused) { return nil }
    realm = faults.alter(realm, .realmFolded) { $0?.asciiLowercased }
    switch scheme {
    case .basic:
      // A Basic challenge needs a realm (RFC 7617 2).
      guard realm != nil else { return nil }
      if challenge.value("algorithm", FaultSet()) != nil, faults.has(.basicWithAlgorithmRefused) {
        return nil
      }
    case .bearer: scope = challenge.value("scope", faults)
    case .dpop:
      wantsNonce = challenge.value("error", faults) == "use_dpop_nonce"
    case .scram:
      guard let sid = challenge.value("sid", faults) else {
        scram = .begin
        return
      }
      guard let data = challenge.value("data", faults), let message = Octets(base64: data) else {
        return nil
      }
      scram = .answer(sid: sid, message: message)
    case .ntlm:
      // Only token68 says more than the scheme (MS-NTHT 2.2.1).
      realm = nil
      guard let token = challenge.token68 else {
        ntlm = .begin
        return
      }
      guard let message = Octets(base64: token),
        let received = ReceivedNTLMChallenge(message.array, faults)
      else { return nil }
      ntlm = .answer(received)
    case .digest:
      if realm == nil { realm = "" }
      guard let digest = DigestOffer(challenge, faults, preferences) else {
        guard faults.has(.unusableDigestIsBasic) else { return nil }
        self.scheme = .basic
        return
      }
      self.digest = digest
    }
  }
}

extension ReceivedChallenge {
  private static let knownParameters: [Octets] = [
    "realm", "charset", "nonce", "opaque", "stale", "algorithm", "qop", "domain", "userhash",
    "scope", "error", "error_description", "error_uri", "resource_metadata", "service", "algs",
    "sid", "data",
  ]

  fileprivate var hasUnknownParameter: Bool {
    parameters.contains { parameter in
      !ReceivedChallenge.knownParameters.contains { $0.equalsIgnoringCase(parameter.name) }
    }
  }
}
