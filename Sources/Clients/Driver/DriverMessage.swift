// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Transcripts

/// The messages to a driver (docs/driver-protocol.md).
package enum DriverMessage {
  /// A message with an op.
  package static func call(_ op: String, id: Int, _ members: [JSONValue.Member] = []) -> JSONValue {
    .object(self.members(["op": op, "id": id]) + members)
  }

  /// Members, those without a value as null.
  private static func members(
    _ members: KeyValuePairs<String, any JSONConvertible>
  ) -> [JSONValue.Member] {
    members.map { JSONValue.Member(name: $0, value: $1.json ?? .null) }
  }

  // MARK: Sessions

  /// All keys of a session. `netrc` is the path of its netrc file, if it has one.
  package static func session(
    _ session: ClientSession, netrc: String?
  ) throws(ClientTrouble) -> [JSONValue.Member] {
    var credentials: [JSONValue] = []
    for login in session.credentials { credentials.append(try value(login)) }
    let names = session.resolve.map {
      JSONValue.Member(name: "\($0.host):\($0.port)", value: .string($0.place))
    }
    var all = members([
      "credentials": credentials, "preemptive": session.preemptive, "ask": session.ask,
      "schemes": session.schemes, "redirects": session.redirects, "cookies": session.cookies,
      "proxy": session.proxy, "tunnel": session.tunnel, "resolve": JSONValue.object(names),
      "timeout_ms": session.timeout, "ca_file": session.tls?.caFile,
      "client_certificate": session.tls?.onlyCertificate?.file, "netrc": netrc,
      "store": session.store,
    ])
    // Only sessions with tickets have this key.
    if let kerberos = session.kerberos {
      let value = JSONValue.members([
        "config": kerberos.configuration, "ccache": "FILE:" + kerberos.tickets,
        "principal": kerberos.principal.utf8, "delegate": kerberos.delegates,
      ])
      all += members(["kerberos": value])
    }
    let usual = ClientSession()
    for flag in ClientFlag.all where flag.isOptional {
      let isSet = session[keyPath: flag.option]
      if isSet != usual[keyPath: flag.option] { all += members([flag.name: isSet]) }
    }
    if let metadata = session.metadata { all += members(["metadata": metadata]) }
    // Only sessions of cases with HTTP/2 have this key.
    if session.http2 { all += members(["http": "2"]) }
    if session.proxyHTTP2 { all += members(["proxy_http": "2"]) }
    if let tls = session.tls { all += self.tls(tls) }
    return all
  }

  /// The keys that only sessions with TLS have, and only if they say something.
  private static func tls(_ tls: ClientTLS) -> [JSONValue.Member] {
    var all: [JSONValue.Member] = []
    if let crlFile = tls.crlFile { all += members(["crl_file": crlFile]) }
    let (certificates, pins) = (tls.certificates, tls.pins)
    if !certificates.isEmpty {
      let values = certificates.map {
        JSONValue.members(["target": $0.target.rawValue, "url": $0.url, "file": $0.file])
      }
      all += members(["client_certificates": values])
    }
    if !pins.isEmpty {
      let values = pins.map {
        JSONValue.members(["target": $0.target.rawValue, "url": $0.url, "hash": $0.hash])
      }
      all += members(["pins": values])
    }
    return all
  }

  /// The members of a session that changed since another one; a key that is gone has an empty list.
  static func changes(
    _ session: [JSONValue.Member], since old: [JSONValue.Member]
  ) -> [JSONValue.Member] {
    let gone = old.filter { one in !session.contains { $0.name == one.name } }
    return session.filter { !old.contains($0) }
      + gone.map { .init(name: $0.name, value: .array([])) }
  }

  private static func value(_ login: ClientCredentials) throws(ClientTrouble) -> JSONValue {
    let place = members([
      "target": login.target.rawValue, "url": login.url, "realm": login.realm?.latin1,
      "scheme": login.scheme,
    ])
    return .object(place + (try secret(login)))
  }

  private static func secret(
    _ login: ClientCredentials
  ) throws(ClientTrouble) -> [JSONValue.Member] {
    guard let user = login.user.utf8, let password = login.password.utf8 else {
      throw .unsupported("a login that is not UTF-8")
    }
    let token = login.token?.utf8
    let hasToken = login.token != nil
    if hasToken, token == nil { throw .unsupported("a token that is not UTF-8") }
    // Only a login that must not be kept has this key.
    let keep = login.isKept ? [] : members(["keep": false])
    return members([
      "user": hasToken ? String?.none : user, "password": hasToken ? String?.none : password,
      "domain": login.domain?.utf8, "token": token,
    ]) + keep
  }

  // MARK: Requests and answers

  package static func request(_ request: ClientRequest) -> [JSONValue.Member] {
    members([
      "method": request.method, "url": request.url,
      "headers": request.lines.map { [$0.name.latin1, $0.value.latin1] },
      "body": request.body?.base64.latin1,
    ]) + (request.isStream ? members(["stream": true]) : [])
      + (request.isChunked ? members(["chunked": true]) : [])
      + (request.isWebSocket ? members(["websocket": true]) : [])
  }

  /// The answer to a question for credentials.
  package static func answer(_ answer: CredentialsAnswer, to id: Int64) -> JSONValue {
    guard case .credentials(let login) = answer,
      let secret = try? secret(login).filter({ $0.value != .null })
    else { return .members(["answer": "cancel", "ask_id": id]) }
    return .object(members(["answer": "credentials", "ask_id": id]) + secret)
  }

  /// The answer to a question for trust, which is always refused.
  package static func refusal(to id: Int64) -> JSONValue {
    .members(["answer": "refuse", "ask_id": id])
  }
}
