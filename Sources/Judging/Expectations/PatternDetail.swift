// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// One demand of a pattern on a request, beyond its kind.
package enum PatternDetail: Sendable {
  case target(Template)
  case ntlm(ExchangePattern.NamedValue)
  case digest(ExchangePattern.NamedValue)
  case dpop(ExchangePattern.NamedValue)
  case scram(ExchangePattern.NamedValue)
  case query(ExchangePattern.NamedValue)
  case nonceCount(Int)
  case header(ExchangePattern.NamedValue)
  case cookie(ExchangePattern.NamedValue)
  case body(ExchangePattern.Body)
  case connection(ExchangePattern.Connection)
  case tls(TLSPattern)
  case negotiation(NegotiationPattern)
  case webSocket(WebSocketPattern)
  case version(String)
}

extension ExchangePattern {
  /// The demands beyond the request's kind, in the order of the language's reference.
  package var details: [PatternDetail] {
    var details: [PatternDetail] = []
    if let target { details.append(.target(target)) }
    details += query.map { .query($0) }
    details += ntlm.map { .ntlm($0) }
    details += digest.map { .digest($0) }
    details += dpop.map { .dpop($0) }
    details += scram.map { .scram($0) }
    if let nonceCount { details.append(.nonceCount(nonceCount)) }
    if let negotiation { details.append(.negotiation(negotiation)) }
    details += headers.map { .header($0) }
    details += cookies.map { .cookie($0) }
    if let body { details.append(.body(body)) }
    if let connection { details.append(.connection(connection)) }
    if let tls { details.append(.tls(tls)) }
    if let webSocket { details.append(.webSocket(webSocket)) }
    if let version { details.append(.version(version)) }
    return details
  }
}

extension PatternDetail {
  /// The name of the captured values with which it compares; `nil` if it compares with none.
  var comparedCapture: String? {
    let value: ExchangePattern.Value? =
      switch self {
      case .ntlm(let named), .digest(let named), .dpop(let named), .scram(let named),
        .query(let named), .header(let named), .cookie(let named):
        named.value
      case .target, .nonceCount, .body, .connection, .tls, .negotiation, .webSocket, .version: nil
      }
    switch value {
    case .captured(let name), .notCaptured(let name): return name
    case .present, .absent, .equals, .differs, .contains, .capture, nil: return nil
    }
  }

  /// `true` if it is about a parameter of a Digest.
  var isOfDigest: Bool {
    switch self {
    case .digest, .nonceCount: true
    default: false
    }
  }

  var kind: CheckKind.Detail {
    switch self {
    case .target: .target
    case .ntlm: .ntlm
    case .digest(let named):
      ["realm", "nonce", "opaque"].contains(named.name.asciiLowercased)
        ? .challengeValue : .digest
    case .dpop: .dpop
    case .scram: .scram
    case .query: .query
    case .nonceCount: .nonceCount
    case .header(let named):
      if named.name.equalsIgnoringCase("Cookie") {
        .cookie
      } else if named.name.equalsIgnoringCase("Authorization")
        || named.name.equalsIgnoringCase("Proxy-Authorization")
      {
        .credentialsField
      } else {
        .header
      }
    case .cookie: .cookie
    case .body: .body
    case .connection: .connection
    case .tls: .tls
    case .negotiation: .negotiation
    case .webSocket: .webSocket
    case .version: .version
    }
  }

  /// The last part of the check's id: `nc`, `header.cookie`.
  var name: String {
    switch self {
    case .target: "target"
    case .ntlm(let named): "ntlm.\(named.name)"
    case .digest(let named): "\(named.name.asciiLowercased)"
    case .dpop(let named): "dpop.\(named.name)"
    case .scram(let named): "scram.\(named.name)"
    case .query(let named): "query.\(named.name)"
    case .nonceCount: "nc"
    case .header(let named): "header.\(named.name.asciiLowercased)"
    case .cookie(let named): "cookie.\(named.name)"
    case .body: "body"
    case .connection: "connection"
    case .tls: "tls"
    case .negotiation: "negotiation"
    case .webSocket: "websocket"
    case .version: "version"
    }
  }
}
