// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts
internal import CCurl

/// libcurl as a whole.
enum LibcurlLibrary {
  /// `true` if curl_global_init has succeeded; it runs once, on first use.
  static let isReady = curl_global_init(authspec_global_all) == CURLE_OK
}

extension ClientIdentity {
  /// The libcurl that this process is linked to.
  static let libcurl = ClientIdentity(
    name: "libcurl", version: unsafe String(cString: curl_version()),
    abilities: Set(libcurlAbilities))

  /// The abilities of `LibcurlClient` with this libcurl.
  ///
  /// It lacks `per-origin` and `per-realm` (it has one login for a request), `ask`, `basic-unasked`
  /// (it can be made to wait) and `store`.
  private static var libcurlAbilities: Set<Ability> {
    guard LibcurlLibrary.isReady, let version = unsafe curl_version_info(CURLVERSION_FIRST) else {
      return []
    }
    var abilities: Set<Ability> = [
      .basic, .byChallenge, .preemptive, .proxy, .connect, .tunnel, .redirects, .cookies,
      .userinfo, .headers, .memory, .change, .concurrent, .stream, .netrc, .resolve,
    ]
    if unsafe version.pointee.features & CURL_VERSION_SSL != 0 {
      abilities.formUnion([
        .tls, .tlsPin, .tlsRevocationList, .proxyTLS, .clientCertificate,
        .clientCertificatePerOrigin,
      ])
    }
    if unsafe version.pointee.features & CURL_VERSION_HTTP2 != 0 {
      abilities.insert(.http2)
      // Before 8.0.0 a second request on such a connection fails (curl #10634).
      if unsafe version.pointee.version_num >= 0x080000 { abilities.insert(.priorKnowledge) }
    }
    if unsafe version.pointee.features & CURL_VERSION_SPNEGO != 0 {
      abilities.formUnion([.negotiate, .proxyNegotiate, .delegate])
    }
    let number = unsafe version.pointee.version_num
    abilities.formUnion([.digest, .digestSession, .digestAuthInt, .proxyDigest])
    // 7.57.0: SHA-256 and SHA-512-256, userhash; 7.61.0: Bearer.
    if number >= 0x073900 {
      abilities.formUnion([.digestSHA256, .digestSHA512Slash256, .digestUserHash])
    }
    if number >= 0x073D00 { abilities.insert(.bearer) }
    if unsafe version.pointee.features & CURL_VERSION_NTLM != 0 {
      abilities.formUnion([.ntlm, .ntlmVersion2, .proxyNTLM])
    }
    return abilities
  }
}
