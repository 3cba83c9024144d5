// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts
internal import CCurl

/// libcurl's options of authentication at one target: one login, one token, and the schemes it may
/// use.
struct LibcurlLogin: Equatable {
  /// CURLOPT_USERNAME and CURLOPT_PASSWORD, or those of the proxy.
  var login: ClientCredentials?
  /// CURLOPT_XOAUTH2_BEARER; libcurl has none for a proxy.
  var token: ClientCredentials?
  /// CURLOPT_HTTPAUTH or CURLOPT_PROXYAUTH.
  var mask: UInt = authspec_auth_none

  init() {}

  /// A session's options for a request to that URL, or for the proxy with that URL.
  ///
  /// libcurl sends Basic, Bearer or Negotiate unasked when it may use exactly that scheme, and
  /// waits for a challenge when it may use several. CURLAUTH_ONLY beside one scheme makes it wait
  /// although there is no choice. With Digest alone nothing can be sent unasked; then it is left
  /// out, as programs do, and a body is kept back until the challenge has come.
  ///
  /// - Throws: `ClientTrouble.unsupported` if libcurl has no option for what the session asks for.
  init(
    _ session: CopyOnWrite<ClientSession>, for target: ClientCredentials.Target, at url: String
  ) throws(ClientTrouble) {
    login = try session.credentials.single(for: target, at: url)
    if session.credentials.contains(where: { $0.token != nil }) {
      token = try session.credentials.single(for: target, at: url, isToken: true)
    }
    if target == .proxy && token != nil { throw .unsupported("a token for a proxy") }
    mask = try LibcurlLogin.mask(session, login: login, token: token)
    // libcurl uses no scheme without a user name (CURLOPT_HTTPAUTH(3)). With Negotiate it does not
    // send it, but distinguishes users by it.
    if mask & ~authspec_auth_only == authspec_auth_negotiate {
      login = ClientCredentials(target: target, user: session.kerberos?.principal ?? "")
    }
  }

  private static func mask(
    _ session: CopyOnWrite<ClientSession>, login: ClientCredentials?, token: ClientCredentials?
  ) throws(ClientTrouble) -> UInt {
    var mask: UInt = 0
    // With only tickets there is no user name and no password to send.
    if session.kerberos != nil {
      mask |= authspec_auth_negotiate
      if login == nil, token == nil { return mask | authspec_auth_only }
    }
    if login != nil || token == nil {
      // Without a login it may come from the URL or from a netrc file.
      var usual = authspec_auth_basic | authspec_auth_digest
      if session.allowsNTLM { usual |= authspec_auth_ntlm }
      mask |= try bits(login?.scheme, else: usual)
    }
    if token != nil { mask |= authspec_auth_bearer }
    if let schemes = session.schemes {
      var allowed: UInt = 0
      for scheme in schemes { allowed |= try bits(scheme, else: 0) }
      mask &= allowed
    }
    if session.preemptive {
      if mask & authspec_auth_bearer != 0 {
        guard login == nil else {
          throw .unsupported("a login and a token, sent without being asked")
        }
        return authspec_auth_bearer
      }
      return mask & authspec_auth_basic != 0 ? authspec_auth_basic : mask
    }
    let isOne = [authspec_auth_basic, authspec_auth_bearer, authspec_auth_negotiate].contains(mask)
    return isOne ? mask | authspec_auth_only : mask
  }

  private static func bits(
    _ scheme: String?, else usual: UInt
  ) throws(ClientTrouble) -> UInt {
    switch scheme {
    case nil: return usual
    case "basic": return authspec_auth_basic
    case "digest": return authspec_auth_digest
    case "bearer": return authspec_auth_bearer
    case "negotiate": return authspec_auth_negotiate
    case "ntlm": return authspec_auth_ntlm
    case .some(let scheme): throw .unsupported("the scheme \(scheme)")
    }
  }
}
