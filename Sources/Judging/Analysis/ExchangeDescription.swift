// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// Describes exchanges in findings.
enum ExchangeDescription {
  /// An expected exchange: `GET /report with valid credentials, answered with a challenge`.
  static func expected(_ expectation: ExchangeExpectation, _ addresses: AddressBook) -> String {
    let pattern = expectation.pattern
    var words = [pattern.method ?? "a request"]
    if let path = pattern.path { words.append("\(addresses.render(path))") }
    if let kind = pattern.credentials {
      words.append(self.credentials(kind, pattern))
    } else if let scheme = pattern.scheme {
      words.append("with \(AuthScheme(Octets(scheme)).spelling) credentials")
    }
    if let message = pattern.message { words.append("(message \(message))") }
    var text = words.joined(separator: " ")
    switch expectation.replied {
    case .status(let status): text += ", answered with \(status)"
    case .challenge: text += ", answered with a challenge"
    case nil: break
    }
    if expectation.count != 1...1 { text += " (\(expectation.count.often))" }
    return text
  }

  private static func credentials(
    _ kind: ExchangePattern.CredentialsKind, _ pattern: ExchangePattern
  ) -> String {
    let scheme = pattern.scheme.map { "\(AuthScheme(Octets($0)).spelling) " } ?? ""
    let account = pattern.account.map { " of \($0)" } ?? ""
    return switch kind {
    case .none: "without credentials"
    case .any: "with \(scheme)credentials\(account)"
    case .valid: "with valid \(scheme)credentials\(account)"
    case .invalid: "with invalid \(scheme)credentials\(account)"
    case .connection: "without credentials, on a connection that belongs to an account\(account)"
    }
  }

  /// A seen exchange: `GET /report with Digest credentials that are not valid, answered with 401`.
  static func seen(_ exchange: Recording.Exchange, _ facts: RequestFacts) -> String {
    var text = "\(exchange.request.method) \(abridgedTarget(exchange.request.target))"
    switch facts.credentials {
    case .absent:
      text += " without credentials"
      if let account = facts.connectionAccount { text += " on the connection of \(account)" }
    case .verified(.unfinished(let login)):
      text += " with \(login.scheme.spelling) credentials that open a login"
    case .verified(.valid(let proof)):
      text += " with valid \(proof.scheme.spelling) credentials of \(proof.account)"
    case .verified(.invalid(let diagnosis)):
      let scheme = diagnosis.scheme.map { "\($0.spelling) " } ?? ""
      text += " with \(scheme)credentials that are not valid"
    }
    if let status = exchange.status {
      text += ", answered with \(status)"
    } else {
      text += exchange.reply == nil ? ", not answered" : ", answered with no response"
    }
    return text
  }

  /// The fields, cookies and parameters of the query that details are about: `, with Cookie`.
  static func names(_ details: [PatternDetail]) -> String {
    let names = details.compactMap { $0.part?.name }
    return names.isEmpty ? "" : ", with \(names.joined(separator: ", "))"
  }

  /// What a request has in these places: `, with Cookie: session=1`.
  static func values(_ details: [PatternDetail], _ facts: RequestFacts) -> String {
    let texts = details.compactMap(\.part).map { part in
      let values = part.values(facts).map { abridged($0) }
      return values.isEmpty
        ? "no \(part.name)" : "\(part.name): \(values.joined(separator: ", "))"
    }
    return texts.isEmpty ? "" : ", with \(texts.joined(separator: "; "))"
  }

  private static func abridgedTarget(_ target: Octets) -> String {
    target.count > 60 ? "\(Octets(target.bytes.prefix(60)))…" : "\(target)"
  }
}

extension PatternDetail {
  /// The field, cookie, parameter of the query or body that it is about; `nil` for other details.
  fileprivate var part: (name: String, values: (RequestFacts) -> [Octets])? {
    switch self {
    case .header(let named): ("\(named.name)", { $0.head.fields.values(named: named.name) })
    case .cookie(let named): ("cookie \(named.name)", { $0.cookies(named.name) })
    case .query(let named): ("\(named.name) in the query", { $0.query(named.name) })
    case .ntlm(let named):
      (
        "\(named.name) of NTLM",
        { facts in (facts.credentials.ntlm?.value(named: named.name)).map { [$0] } ?? [] }
      )
    case .body(.equals), .body(.step): ("body", { $0.body.isEmpty ? [] : [$0.body] })
    case .target, .digest, .dpop, .scram, .nonceCount, .body(.empty), .connection, .tls,
      .negotiation, .webSocket, .version:
      nil
    }
  }
}

extension AuthScheme {
  /// The name as its RFC writes it.
  var spelling: String {
    switch self {
    case .basic: "Basic"
    case .digest: "Digest"
    case .bearer: "Bearer"
    case .ntlm: "NTLM"
    case .dpop: "DPoP"
    case .scram: "SCRAM-SHA-256"
    case .other(let name): "\(name)"
    }
  }
}

extension Recording.Exchange {
  /// The status of the final response; `nil` if there was none.
  package var status: Int? {
    switch reply?.content {
    case .response(let response): response.head.status
    case .tunnel: 200
    case .webSocket(let socket): socket.head.status
    case .raw(let octets): RawResponse.status(of: octets)
    case .nothing, .streamEnd, nil: nil
    }
  }
  /// `true` if it was answered with a redirect that can be followed (RFC 9110 15.4).
  var isRedirect: Bool { status.map { [301, 302, 303, 307, 308].contains($0) } ?? false }
}
