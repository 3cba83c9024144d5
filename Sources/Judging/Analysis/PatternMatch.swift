// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// Compares requests with patterns, for one case.
package struct PatternMatch {
  var addresses: AddressBook
  /// The requests that the client was asked to make in the step.
  var stepRequests: [RequestOutcome]
  /// The values that expectations have captured so far; rules capture none.
  var captured = CapturedValues()

  package init(
    addresses: AddressBook, stepRequests: [RequestOutcome],
    captured: CapturedValues = CapturedValues()
  ) {
    self.addresses = addresses
    self.stepRequests = stepRequests
    self.captured = captured
  }

  /// `true` if the request has the method, path, credentials, scheme, account and message of the
  /// kind.
  package func isOfKind(_ request: RequestFacts, _ kind: RequestKind) -> Bool {
    if let method = kind.method, !request.head.method.elementsEqual(method.utf8) { return false }
    if let path = kind.path,
      !PatternMatch.matches(request.target.path, path: addresses.render(path))
    {
      return false
    }
    if let wanted = kind.credentials, !matches(request, wanted) { return false }
    if let scheme = kind.scheme {
      guard let actual = request.credentials.scheme,
        actual.name.asciiLowercased.elementsEqual(scheme.utf8)
      else { return false }
    }
    if let account = kind.account, request.account != account { return false }
    if let message = kind.message, request.credentials.message != message { return false }
    return true
  }

  /// `true` if the request matches the whole pattern.
  func matches(_ request: RequestFacts, _ pattern: ExchangePattern) -> Bool {
    isOfKind(request, RequestKind(pattern))
      && pattern.details.allSatisfy { mismatch(request, $0) == nil }
  }

  /// The difference between the request and the detail; `nil` if there is none.
  package func mismatch(_ request: RequestFacts, _ detail: PatternDetail) -> Finding? {
    switch detail {
    case .target(let template):
      return compare("the request-target", request.head.target, .equals(template))
    case .ntlm(let named):
      let value = request.credentials.ntlm.flatMap { $0.value(named: named.name) }
      return compare("\(named.name) of NTLM", value, named.value)
    case .dpop(let named):
      let value = request.credentials.dpop.flatMap { $0.value(named: named.name) }
      return compare("\(named.name) of the proof", value, named.value)
    case .scram(let named):
      let value = request.credentials.scram.flatMap { $0.value(named: named.name) }
      return compare("\(named.name) of SCRAM", value, named.value)
    case .query(let named):
      return compareAny("\(named.name) in the query", request.query(named.name), named.value)
    case .digest(let named):
      let value = request.credentials.digest.flatMap { $0.value(named: named.name) }
      return compare("\(named.name)", value, named.value)
    case .nonceCount(let wanted):
      return nonceCountMismatch(request, wanted)
    case .header(let named):
      return compareAny("\(named.name)", request.head.fields.values(named: named.name), named.value)
    case .cookie(let named):
      return compareAny("cookie \(named.name)", request.cookies(named.name), named.value)
    case .body(let wanted):
      return bodyMismatch(request.body, wanted)
    case .connection(let wanted):
      return connectionMismatch(request, wanted)
    case .tls(let wanted):
      return wanted.mismatch(request.tls)
    case .negotiation(let wanted):
      return wanted.mismatch(request.negotiation)
    case .webSocket:
      // `StepJudge` compares the frames; rules do not.
      return nil
    case .version(let wanted):
      return compare(
        "the protocol version", request.head.version, .equals(Template(Octets(wanted))))
    }
  }

  /// The difference between a header field of a response and the wanted value; `nil` if there is
  /// none.
  func headerMismatch(_ fields: FieldSection, _ named: ExchangePattern.NamedValue) -> Finding? {
    compareAny("\(named.name)", fields.values(named: named.name), named.value)
  }

  /// The difference between a client's frames and the pattern; `nil` if there is none.
  func mismatch(_ input: WebSocketInput?, _ wanted: WebSocketPattern) -> Finding? {
    guard let input else { return Finding(expected: "a websocket", observed: "none was opened") }
    let frames = input.frames
    if let messages = wanted.messages,
      let finding = listMismatch("message", frames.messages, messages)
    {
      return finding
    }
    if let pongs = wanted.pongs,
      let finding = listMismatch("Pong", frames.filter(\.isPong).map(\.payload), pongs)
    {
      return finding
    }
    let close = frames.first(where: \.isClose)
    let observed = close.map {
      $0.closeCode.map { "a Close with \($0)" } ?? "a Close without a code"
    }
    switch wanted.close {
    case nil: return nil
    case .present: return close == nil ? Finding(expected: "a Close", observed: "none") : nil
    case .absent: return observed.map { Finding(expected: "no Close", observed: $0) }
    case .code(let code):
      guard close?.closeCode != code else { return nil }
      return Finding(expected: "a Close with \(code)", observed: observed ?? "no Close")
    }
  }

  private func listMismatch(_ what: String, _ seen: [Octets], _ wanted: [Template]) -> Finding? {
    let wanted = wanted.map { addresses.render($0) }
    guard seen != wanted else { return nil }
    func list(_ texts: [Octets]) -> String {
      texts.isEmpty
        ? "no \(what)" : texts.map { "the \(what) \(abridged($0))" }.joined(separator: ", ")
    }
    return Finding(expected: list(wanted), observed: list(seen))
  }

  /// The difference between the reported and the wanted messages; `nil` if there is none.
  func messagesMismatch(_ messages: [Octets], _ wanted: [Template]) -> Finding? {
    listMismatch("message", messages, wanted)
  }

  /// The difference between a body and the wanted one; `nil` if there is none.
  func bodyMismatch(_ body: Octets, _ wanted: ExchangePattern.Body) -> Finding? {
    switch wanted {
    case .empty:
      return body.isEmpty ? nil : Finding(expected: "no body", observed: abridged(body))
    case .equals(let template):
      return compare("the body", body, .equals(template))
    case .step:
      let bodies = stepRequests.map { $0.request.body ?? "" }
      guard !bodies.contains(body) else { return nil }
      let given = bodies.first ?? ""
      return Finding(
        expected: "the body the client was given: \(abridged(given))",
        observed: body.isEmpty ? "no body" : abridged(body))
    }
  }

  // MARK: The comparisons

  /// `true` if a path equals `wanted`, or begins with it up to a `*` at its end.
  static func matches(_ path: Octets?, path wanted: Octets) -> Bool {
    guard let path else { return false }
    if wanted.last == UInt8(ascii: "*") { return path.starts(with: wanted.dropLast()) }
    return path == wanted
  }

  private func matches(
    _ request: RequestFacts, _ kind: ExchangePattern.CredentialsKind
  ) -> Bool {
    switch (kind, request.credentials) {
    case (.none, .absent), (.any, .verified), (.valid, .verified(.valid)),
      (.invalid, .verified(.invalid)):
      true
    case (.connection, .absent): request.connectionAccount != nil
    case (.none, .verified), (.any, .absent), (.valid, _), (.invalid, _), (.connection, .verified):
      false
    }
  }

  private func nonceCountMismatch(_ request: RequestFacts, _ wanted: Int) -> Finding? {
    let digest = request.credentials.digest
    let nc = digest?.value(.nc)
    if digest?.ncValue.map({ Int($0) }) == wanted, nc?.allSatisfy(\.isLowercaseHexDigit) ?? false {
      return nil
    }
    return Finding(
      expected: "nc=" + hexadecimal(wanted), observed: nc.map { "nc=\($0)" } ?? "no nc")
  }

  private func connectionMismatch(
    _ request: RequestFacts, _ wanted: ExchangePattern.Connection
  ) -> Finding? {
    switch wanted {
    case .same where !request.isOnSameConnection:
      Finding(
        expected: "the connection of the request before it",
        observed: request.isFirstOnConnection ? "a new connection" : "another connection")
    case .new where !request.isFirstOnConnection:
      Finding(expected: "a new connection", observed: "a connection that was used before")
    case .same, .new: nil
    }
  }

  private func compareAny(
    _ what: String, _ values: [Octets], _ wanted: ExchangePattern.Value
  ) -> Finding? {
    guard values.count > 1 else { return compare(what, values.first, wanted) }
    let findings = values.map { compare(what, $0, wanted) }
    switch wanted {
    case .present, .equals, .contains, .capture, .captured:
      return findings.contains { $0 == nil } ? nil : findings[0]
    // All lines of a field must satisfy a prohibition.
    case .absent, .differs, .notCaptured: return findings.lazy.compactMap { $0 }.first
    }
  }

  private func compare(
    _ what: String, _ value: Octets?, _ wanted: ExchangePattern.Value
  ) -> Finding? {
    func finding(_ expected: String) -> Finding {
      Finding(
        expected: expected, observed: value.map { "\(what): \(abridged($0))" } ?? "no \(what)")
    }
    switch wanted {
    case .present:
      return value == nil ? finding(what) : nil
    case .absent:
      return value == nil ? nil : finding("no \(what)")
    case .equals(let template):
      let text = addresses.render(template)
      return value == text
        ? nil : finding("\(what): \(abridged(text))")
    case .differs(let template):
      let text = addresses.render(template)
      return value != nil && value != text
        ? nil : finding("\(what) other than \(abridged(text))")
    case .contains(let template):
      let text = addresses.render(template)
      return value.map { $0.contains(text) } ?? false
        ? nil : finding("\(what) with \(abridged(text)) in it")
    case .capture(let name):
      guard let value else { return finding(what) }
      captured.keep(value, as: name)
      return nil
    case .captured(let name):
      let isKnown = value.map { captured[name]?.contains($0) ?? false } ?? false
      return isKnown ? nil : finding("\(what) as it was before (\(name))")
    case .notCaptured(let name):
      let isNew = value.map { !(captured[name]?.contains($0) ?? false) } ?? false
      return isNew ? nil : finding("\(what) other than before (\(name))")
    }
  }
}

/// A number as nc writes it: eight lower-case hexadecimal digits.
func hexadecimal(_ number: Int) -> String { UInt(number).hex(digits: 8) }

/// The octets in quotes; long ones are cut, and their length follows.
func abridged(_ octets: Octets, to limit: Int = 120) -> String {
  guard octets.count > limit else { return "“\(octets)”" }
  return "“\(Octets(octets.bytes.prefix(limit)))…” (\(octets.count) octets)"
}

extension RequestFacts {
  /// The values of a parameter in the query, decoded as those of a form: "+" stands for a space.
  func query(_ name: Octets) -> [Octets] {
    guard let path = target.path, let mark = path.bytes.firstIndex(of: UInt8(ascii: "?")) else {
      return []
    }
    return path.bytes[(mark + 1)...].split(separator: UInt8(ascii: "&")).compactMap { pair in
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { part in
        Octets(part.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }).percentDecoded
      }
      return parts.first == name ? parts.count == 2 ? parts[1] : "" : nil
    }
  }

  /// The values of a cookie, by name (RFC 6265 4.2.1).
  func cookies(_ name: Octets) -> [Octets] {
    head.fields.values(of: "Cookie").flatMap { line in
      line.bytes.split(separator: UInt8(ascii: ";")).compactMap { pair -> Octets? in
        let trimmed = pair.drop { $0 == 0x20 }
        guard let equals = trimmed.firstIndex(of: UInt8(ascii: "=")),
          trimmed[..<equals].elementsEqual(name)
        else { return nil }
        return Octets(trimmed[(equals + 1)...])
      }
    }
  }
}
