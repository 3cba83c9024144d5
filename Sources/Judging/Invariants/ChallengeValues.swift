// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

extension Invariants {
  /// The client returns realm, nonce and opaque of the challenge octet for octet (RFC 7616 3.4).
  static let echo = Invariant(
    .echo, "realm, nonce and opaque come back octet for octet", level: .should,
    requirements: ["R006", "R013", "R022", "R077", "R079", "R096"]
  ) { evidence in
    evidence.examineCredentials { sent in
      guard let server = sent.server, let fields = sent.digest, let nonce = fields.value(.nonce),
        !sent.issued.isEmpty
      else { return .noSubject }
      let issued = sent.issued
      if issued.indices.contains(where: {
        issued[$0].hasNonce(nonce) && isEchoed(fields, issued[$0])
      }) {
        return .held
      }
      guard let challenge = issued.last(where: { $0.hasNonce(nonce) }) else {
        // A challenge with a syntax error may be understood in more than one way.
        if evidence.hasUnreadableChallenge(server)
          || evidence.issuer(of: nonce, otherThan: server) != nil
          || !issued.contains(where: {
            AuthScheme($0.scheme) == .digest && $0.parameter("nonce") != nil
          })
        {
          return .noSubject
        }
        return .broken(
          expected: "a nonce that was issued", observed: "nonce \(abridged(nonce))",
          exchange: sent.exchange,
          rule: BrokenRule(
            issued.contains { $0.isOtherWithNonce(nonce) } ? "R013" : "R079", .should))
      }
      if evidence.hasUnreadableChallenge(server) { return .held }
      return .broken(
        expected: realmAndOpaque(challenge.value(of: "realm"), challenge.value(of: "opaque")),
        observed: realmAndOpaque(fields.value(.realm), fields.value(.opaque)),
        exchange: sent.exchange,
        rule: rule(fields, challenge, issued))
    }
  }

  /// `true` if the credentials return realm and opaque of the challenge.
  private static func isEchoed(_ fields: DigestFields, _ challenge: Challenge) -> Bool {
    // A missing realm may be returned empty, or not at all.
    let bothEmpty =
      challenge.value(of: "realm") == nil && (fields.value(.realm)?.isEmpty ?? true)
    return (bothEmpty || challenge.has("realm", fields.value(.realm)))
      && challenge.has("opaque", fields.value(.opaque))
  }

  /// The requirement that a changed opaque or realm breaks, and its level.
  private static func rule(
    _ fields: DigestFields, _ challenge: Challenge, _ issued: ArraySlice<Challenge>
  ) -> BrokenRule {
    let realm = fields.value(.realm)
    if challenge.has("realm", realm) { return BrokenRule("R077", .should) }
    // The realm is that of another challenge.
    if let realm, issued.contains(where: { $0.has("realm", realm) }) {
      return BrokenRule("R013", .should)
    }
    guard let wanted = challenge.value(of: "realm"), wanted.quotedPairsAdded != nil else {
      return BrokenRule("R022", .should)
    }
    // The client has replaced the quoted-pairs, and did not escape the realm when it sent it.
    if let realm, realm == wanted.quotedPairsUndone { return BrokenRule("R096", .robust) }
    return BrokenRule("R006", .should)
  }

  private static func realmAndOpaque(_ realm: Octets?, _ opaque: Octets?) -> String {
    let realm = realm.map { "realm \(abridged($0))" } ?? "no realm"
    let opaque = opaque.map { "opaque \(abridged($0))" } ?? "no opaque"
    return "\(realm) and \(opaque)"
  }

  /// Nothing that a server writes into a challenge becomes a field line of a request (RFC 9110
  /// 5.5).
  static let nothingInjected = Invariant(
    .nothingInjected, "Nothing from a challenge becomes a new header line", requirements: ["R017"]
  ) { evidence in
    // Only a challenge with a line break, or an escaped one, can inject a field line.
    var dictated: [FieldSection.Line] = []
    for index in evidence.exchanges.indices {
      dictated += evidence.exchanges[index].reply?.hiddenLines ?? []
    }
    guard !dictated.isEmpty else { return .noSubject }
    for (index, exchange) in evidence.exchanges.enumerated() {
      for line in exchange.request.fields {
        guard dictated.contains(where: { $0.isCopied(by: line) }) else { continue }
        return .broken(
          expected: "no field line that a challenge dictated",
          observed: "\(line.name): \(abridged(line.value))", exchange: index)
      }
    }
    return .held
  }
}

extension FieldSection.Line {
  /// `true` if a request's field line is a copy of this one, even if it is cut short or continues:
  /// after the quote that ends the parameter, the client's own text follows.
  fileprivate func isCopied(by line: FieldSection.Line) -> Bool {
    guard line.name.equalsIgnoringCase(name) else { return false }
    let text = Octets(self.value.bytes.prefix { $0 != UInt8(ascii: "\"") })
    let value = text.isEmpty ? self.value : text
    // An empty value matches only an empty value, or the quote that ends the parameter.
    if value.isEmpty { return line.value.isEmpty || line.value.first == UInt8(ascii: "\"") }
    return line.value.starts(with: value) || value.starts(with: line.value)
  }

  /// `true` for fields that responses and requests often have.
  fileprivate var isEverywhere: Bool {
    name.matches("Content-Length") || name.matches("Connection") || name.matches("Content-Type")
      || name.matches("Transfer-Encoding")
  }
}

extension Reply {
  /// The field lines after a line break, plain or percent-encoded, within a challenge.
  fileprivate var hiddenLines: [FieldSection.Line] {
    switch self.content {
    case .raw(let octets):
      guard octets.contains("uthenticate:") else { return [] }
      return octets.linesBehindABreak + (octets.decodedWherePercentEncoded?.linesBehindABreak ?? [])
    case .response(let response):
      let fields = response.head.fields
      var lines: [FieldSection.Line] = []
      for place in fields.indices
      where fields.isLine(place, named: "WWW-Authenticate")
        || fields.isLine(place, named: "Proxy-Authenticate")
      {
        guard let text = fields[place].value.decodedWherePercentEncoded else { continue }
        lines += text.linesBehindABreak
      }
      return lines
    case .nothing, .tunnel, .webSocket, .streamEnd: return []
    }
  }
}

extension Octets {
  /// The field lines after the first line break.
  fileprivate var linesBehindABreak: [FieldSection.Line] {
    guard let start = bytes.firstIndex(of: 0x0A) else { return [] }
    // Parses them as the field lines of a response.
    let head = Octets(Array("HTTP/1.1 200 \n".utf8) + bytes[(start + 1)...])
    return RawResponse.fields(of: head).filter { $0.name.count >= 4 && !$0.isEverywhere }
  }
}

extension AnalyzedTranscript {
  /// `true` if the server sent a challenge field that is not valid.
  func hasUnreadableChallenge(_ server: Int) -> Bool { !states[server].unreadable.isEmpty }

  /// The invalid challenge fields of a server that name a scheme.
  func unreadableChallenges(of server: Int, naming scheme: AuthScheme) -> [Octets] {
    states[server].unreadable.filter {
      $0.asciiLowercased.contains(scheme.name.asciiLowercased)
    }
  }
}
