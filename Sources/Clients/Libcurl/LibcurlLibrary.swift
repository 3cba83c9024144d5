// SPDX-License-Identifier: Apache-2.0

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
    name: "libcurl", version: unsafe String(cString: curl_version()), abilities: libcurlAbilities)

  /// The abilities of `LibcurlClient` with this libcurl.
  ///
  /// It lacks `per-origin` and `per-realm` (it has one login for a request), `ask`, `basic-unasked`
  /// (it can be made to wait) and `store`.
  private static var libcurlAbilities: Set<String> {
    guard LibcurlLibrary.isReady, let version = unsafe curl_version_info(CURLVERSION_FIRST) else {
      return []
    }
    var abilities: Set = [
      "basic", "by-challenge", "preemptive", "proxy", "connect", "tunnel", "redirects", "cookies",
      "userinfo", "headers", "memory", "change", "concurrent", "stream", "netrc", "resolve",
    ]
    if unsafe version.pointee.features & CURL_VERSION_SSL != 0 {
      abilities.formUnion([
        "tls", "tls-pin", "tls-crl", "proxy-tls", "client-certificate",
        "client-certificate-per-origin",
      ])
    }
    if unsafe version.pointee.features & CURL_VERSION_HTTP2 != 0 {
      abilities.insert("http-2")
      // Before 8.0.0 a second request on such a connection fails (curl #10634).
      if unsafe version.pointee.version_num >= 0x080000 { abilities.insert("prior-knowledge") }
    }
    if unsafe version.pointee.features & CURL_VERSION_SPNEGO != 0 {
      abilities.formUnion(["negotiate", "proxy-negotiate", "delegate"])
    }
    let number = unsafe version.pointee.version_num
    abilities.formUnion(["digest", "digest-sess", "digest-auth-int", "proxy-digest"])
    // 7.57.0: SHA-256 and SHA-512-256, userhash; 7.61.0: Bearer.
    if number >= 0x073900 {
      abilities.formUnion(["digest-sha-256", "digest-sha-512-256", "digest-userhash"])
    }
    if number >= 0x073D00 { abilities.insert("bearer") }
    if unsafe version.pointee.features & CURL_VERSION_NTLM != 0 {
      abilities.formUnion(["ntlm", "ntlm-v2", "proxy-ntlm"])
    }
    return abilities
  }
}
