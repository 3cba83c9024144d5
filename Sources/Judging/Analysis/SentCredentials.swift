// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

/// Credentials that the client sent in one field line of one request.
final class SentCredentials {
  /// The exchange: index in the recording.
  let exchange: Int
  /// The server for which they are meant: for Authorization to a proxy the origin server. `nil` if
  /// it is not known.
  let server: Int?
  /// `true` for Proxy-Authorization, `false` for Authorization.
  let isForProxy: Bool
  /// The field line's value, parsed if possible.
  let field: CredentialsField
  /// `true` if the caller wrote this field line.
  let isCallers: Bool
  /// The challenges that the server had issued before.
  let issued: ArraySlice<Challenge>
  /// The credentials, if they could be parsed.
  let credentials: Credentials?
  let scheme: AuthScheme?
  /// The Digest fields, if the scheme is Digest.
  let digest: DigestFields?

  init(
    exchange: Int, server: Int?, isForProxy: Bool, field: CredentialsField, isCallers: Bool,
    issued: ArraySlice<Challenge>, digest read: DigestFields?
  ) {
    self.exchange = exchange
    self.server = server
    self.isForProxy = isForProxy
    self.field = field
    self.isCallers = isCallers
    self.issued = issued
    if case .read(_, let credentials) = field {
      self.credentials = credentials
      let scheme = AuthScheme(credentials.scheme)
      self.scheme = scheme
      digest = scheme == .digest ? read ?? DigestFields(credentials) : nil
    } else {
      credentials = nil
      scheme = nil
      digest = nil
    }
  }

  var value: Octets {
    switch field {
    case .absent: ""
    case .read(let value, _), .malformed(let value, _): value
    }
  }

  var fieldName: String { isForProxy ? "Proxy-Authorization" : "Authorization" }

  /// All credentials in the exchanges of a recording, without the copies that a proxy forwarded.
  static func all(
    in exchanges: [Recording.Exchange], at addresses: AddressBook, _ analysis: ExchangeAnalysis,
    _ expectations: CaseExpectations
  ) -> [SentCredentials] {
    var all: [SentCredentials] = []
    var next = 0
    var issuedSoFar: [Int] = []
    for _ in expectations.servers { issuedSoFar.append(0) }
    for index in exchanges.indices {
      let own = exchanges[index].server
      defer {
        while next < analysis.issues.count, analysis.issues[next].exchange == index {
          issuedSoFar[analysis.issues[next].server] = analysis.issues[next].issued
          next += 1
        }
      }
      guard exchanges[index].forwardedFrom == nil else { continue }
      let isProxy = expectations.servers[own].kind == .proxy
      let fields = exchanges[index].request.fields
      var isFirst = true
      for place in fields.indices {
        guard let isForProxy = isForProxy(place, of: fields) else { continue }
        let line = fields[place]
        let server: Int? =
          if isProxy && !isForProxy {
            addresses.origin(meantBy: analysis.facts[index].target)
          } else if !isProxy && isForProxy { nil } else { own }
        let isOwn = isProxy == isForProxy && isFirst
        if isOwn { isFirst = false }
        all.append(
          SentCredentials(
            exchange: index, server: server, isForProxy: isForProxy,
            field: isOwn ? analysis.facts[index].field : CredentialsField(line.value),
            isCallers: isCallers(line, in: exchanges[index].step, expectations),
            issued: server.map { analysis.states[$0].issued.prefix(issuedSoFar[$0]) } ?? [],
            digest: isOwn ? analysis.facts[index].credentials.digest : nil))
      }
    }
    return all
  }

  /// Whether a line is for a proxy; `nil` if it has no credentials.
  private static func isForProxy(
    _ place: Int, of fields: FieldSection
  ) -> Bool? {
    if fields.isLine(place, named: "Authorization") { return false }
    return fields.isLine(place, named: "Proxy-Authorization") ? true : nil
  }

  private static func isCallers(
    _ line: FieldSection.Line, in step: Int, _ expectations: CaseExpectations
  ) -> Bool {
    guard expectations.callersHeaders.indices.contains(step),
      !expectations.callersHeaders[step].isEmpty
    else {
      return false
    }
    return expectations.callersHeaders[step].contains {
      $0.name.equalsIgnoringCase(line.name) && $0.value.constant == line.value
    }
  }
}
