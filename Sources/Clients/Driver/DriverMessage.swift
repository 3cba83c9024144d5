// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Transcripts

/// The messages to a driver (docs/driver-protocol.md).
package enum DriverMessage {
  /// A message with an op.
  package static func call(_ op: String, id: Int, _ members: [JSONValue.Member] = []) -> JSONValue {
    .object(
      [.init(name: "op", value: .string(op)), .init(name: "id", value: .integer(id))] + members)
  }

  // MARK: Sessions

  /// All keys of a session. `netrc` is the path of its netrc file, if it has one.
  package static func session(
    _ session: ClientSession, netrc: String?
  ) throws(ClientTrouble) -> [JSONValue.Member] {
    var credentials: [JSONValue] = []
    for login in session.credentials { credentials.append(try value(login)) }
    return [
      .init(name: "credentials", value: .array(credentials)),
      .init(name: "preemptive", value: .bool(session.preemptive)),
      .init(name: "ask", value: .bool(session.ask)),
      .init(name: "schemes", value: session.schemes.map { .strings($0) } ?? .null),
      .init(name: "redirects", value: .integer(session.redirects)),
      .init(name: "cookies", value: .bool(session.cookies)),
      .init(name: "proxy", value: text(session.proxy)),
      .init(name: "tunnel", value: .bool(session.tunnel)),
      .init(name: "resolve", value: .object(session.resolve.map(value))),
      .init(name: "timeout_ms", value: .integer(session.timeout)),
      .init(name: "ca_file", value: text(session.tls?.caFile)),
      .init(name: "client_certificate", value: text(session.tls?.onlyCertificate?.file)),
      .init(name: "netrc", value: text(netrc)),
      .init(name: "store", value: .null),
    ] + (session.tls.map(identities) ?? [])
  }

  /// The keys that only sessions with TLS have, and only where they say something.
  private static func identities(_ tls: ClientTLS) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if !tls.certificates.isEmpty {
      members.append(
        .init(
          name: "client_certificates",
          value: .array(
            tls.certificates.map {
              .members([
                "target": .string($0.target.rawValue), "url": .string($0.url),
                "file": .string($0.file),
              ])
            })))
    }
    if !tls.pins.isEmpty {
      members.append(
        .init(
          name: "pins",
          value: .array(
            tls.pins.map {
              .members([
                "target": .string($0.target.rawValue), "url": .string($0.url),
                "hash": .string($0.hash),
              ])
            })))
    }
    return members
  }

  private static func value(_ name: ClientSession.Name) -> JSONValue.Member {
    .init(name: "\(name.host):\(name.port)", value: .string(name.place))
  }

  private static func value(_ login: ClientCredentials) throws(ClientTrouble) -> JSONValue {
    .object(
      [
        .init(name: "target", value: .string(login.target.rawValue)),
        .init(name: "url", value: text(login.url)),
        .init(name: "realm", value: text(login.realm?.latin1)),
        .init(name: "scheme", value: text(login.scheme)),
      ] + (try secret(login)))
  }

  private static func secret(
    _ login: ClientCredentials
  ) throws(ClientTrouble) -> [JSONValue.Member] {
    guard let user = login.user.utf8, let password = login.password.utf8 else {
      throw .unsupported("a login that is not UTF-8")
    }
    if let token = login.token {
      guard let token = token.utf8 else { throw .unsupported("a token that is not UTF-8") }
      return [
        .init(name: "user", value: .null), .init(name: "password", value: .null),
        .init(name: "domain", value: .null), .init(name: "token", value: .string(token)),
      ]
    }
    return [
      .init(name: "user", value: .string(user)), .init(name: "password", value: .string(password)),
      .init(name: "domain", value: .null), .init(name: "token", value: .null),
    ]
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  // MARK: Requests and answers

  package static func request(_ request: ClientRequest) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init(name: "method", value: .string(request.method)),
      .init(name: "url", value: .string(request.url)),
      .init(
        name: "headers",
        value: .array(
          request.lines.map { .strings([$0.name.latin1, $0.value.latin1]) })),
      .init(name: "body", value: text(request.body.map(\.base64.latin1))),
    ]
    if request.isStream { members.append(.init(name: "stream", value: .bool(true))) }
    if request.isChunked { members.append(.init(name: "chunked", value: .bool(true))) }
    return members
  }

  /// The answer to a question for credentials.
  package static func answer(_ answer: CredentialsAnswer, to id: Int64) -> JSONValue {
    let cancel = JSONValue.members(["answer": .string("cancel"), "ask_id": .integer(id)])
    guard case .credentials(let login) = answer,
      let members = try? secret(login).filter({ $0.value != .null })
    else { return cancel }
    return .object(
      [
        .init(name: "answer", value: .string("credentials")),
        .init(name: "ask_id", value: .integer(id)),
      ] + members)
  }

  /// The answer to a question for trust, which is always refused.
  package static func refusal(to id: Int64) -> JSONValue {
    .members(["answer": .string("refuse"), "ask_id": .integer(id)])
  }
}

extension ClientTLS {
  /// The certificate, where there is one and it is for an origin; a client that has one place for a
  /// certificate shows it to all.
  fileprivate var onlyCertificate: ClientCertificate? {
    certificates.count == 1 ? certificates.first { $0.target == .origin } : nil
  }
}
