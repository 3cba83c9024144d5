// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Scenarios
import Transcripts

/// Renders the template of a reply as the reply that a server sends.
struct ReplyRenderer {
  /// Fills in addresses.
  var addresses: AddressBook
  /// Server names to indices in the recording.
  var indices: [String: Int]

  /// The circumstances of a reply.
  struct Occasion {
    /// The kind of server that replies.
    var kind: ServerKind
    /// The number of times that this reply was played in the case, from 1.
    var serial: Int
    /// The proof in the request's credentials; `nil` if a reply is rendered only to find out
    /// whether a back end can play it.
    var proof: Proof?
    /// The request's Sec-WebSocket-Key; `nil` if it has none.
    var webSocketKey: Octets?
    /// The login that the request opens and the reply's challenge continues.
    var opening: UnfinishedLogin?
  }

  /// Renders a reply; the script itself handles `.forward`.
  func render(_ template: ReplyTemplate, for occasion: Occasion) -> Reply {
    Reply(
      content: content(template, occasion),
      afterwards: template.connection,
      interim: template.interim.map { interim in
        ResponseHead(status: interim.status, fields: fields(interim.headers, occasion.serial))
      },
      isEarly: template.isEarly,
      octetsAwaited: template.octetsAwaited,
      trickle: trickle(template))
  }

  /// A reply that is sent late is a trickle with a pause before its first, or only, piece.
  private func trickle(_ template: ReplyTemplate) -> Trickle? {
    guard let delay = template.delay else { return template.trickle }
    return Trickle(
      octets: template.trickle?.octets ?? ReplyRenderer.wholeReply,
      milliseconds: template.trickle?.milliseconds ?? 1, delay: delay)
  }

  /// More octets than any reply has.
  private static let wholeReply = 1 << 30

  private func content(_ template: ReplyTemplate, _ occasion: Occasion) -> Reply.Content {
    switch template.kind {
    case .nothing:
      return .nothing
    case .streamEnd(let end):
      return .streamEnd(end)
    case .raw(let octets):
      return .raw(addresses.render(octets, serial: occasion.serial))
    case .webSocket(let socket):
      return .webSocket(webSocket(socket, template, occasion))
    case .status(let status):
      return .response(response(template, status, occasion))
    case .challenge(let status):
      return .response(response(template, status ?? occasion.kind.challengeStatus, occasion))
    case .redirect(let status, let server, let path):
      var redirect = response(template, status, occasion)
      let location = Array(addresses.url(of: server).utf8) + addresses.render(path).bytes
      redirect.head.fields.append(name: "Location".utf8, value: location)
      return .response(redirect)
    case .forward:
      return .response(response(template, 502, occasion))
    }
  }

  func response(
    _ template: ReplyTemplate, _ status: Int, _ occasion: Occasion
  ) -> Reply.Response {
    var head = ResponseHead(status: status, reason: template.reason ?? Octets())
    let body =
      template.body.map { addresses.render($0, serial: occasion.serial) }
      ?? ReplyRenderer.text(status)
    head.fields.reserveCapacity(
      lines: template.challenges.count + template.headers.count + 1, octets: 256)
    appendChallenges(template, occasion, to: &head.fields)
    if let info = template.info { appendInfo(info, body, occasion, to: &head.fields) }
    for header in template.headers {
      head.fields.append(header.name, addresses.render(header.value, serial: occasion.serial))
    }
    let framing: Reply.Framing =
      switch template.framing {
      case .length: .length
      case .chunked: .chunked(trailers: fields(template.trailers, occasion.serial))
      case .close: .untilClose
      }
    return Reply.Response(head: head, body: body, framing: framing)
  }

  private func fields(_ headers: [HeaderTemplate], _ serial: Int) -> FieldSection {
    var fields = FieldSection()
    for header in headers {
      fields.append(header.name, addresses.render(header.value, serial: serial))
    }
    return fields
  }

  /// A short body; 204 and 304 have none (RFC 9110 15.3.5, 15.4.5).
  private static func text(_ status: Int) -> Octets {
    switch status {
    case 200: textOf200
    case 401: textOf401
    case 407: textOf407
    case 204, 304, 100...199: Octets()
    default: Octets("authspec says \(status)\n")
    }
  }
  private static let textOf200: Octets = "authspec says 200\n"
  private static let textOf401: Octets = "authspec says 401\n"
  private static let textOf407: Octets = "authspec says 407\n"

  // MARK: Challenges

  private func appendChallenges(
    _ template: ReplyTemplate, _ occasion: Occasion, to fields: inout FieldSection
  ) {
    guard !template.challenges.isEmpty else { return }
    let name = template.challengeField ?? occasion.kind.challengeField
    if occasion.opening != nil,
      let line = template.challenges.lazy.compactMap({ $0.continuation(of: occasion.opening) })
        .first
    {
      fields.append(name, line)
      return
    }
    let lines = template.challenges.flatMap { self.lines(of: $0, serial: occasion.serial) }
    if template.joinsChallenges {
      fields.append(name, Octets(joining: lines))
    } else {
      for line in lines { fields.append(name, line) }
    }
  }

  private func lines(of challenge: ChallengeTemplate, serial: Int) -> [Octets] {
    switch challenge {
    case .lines(let templates):
      return templates.map { addresses.render($0, serial: serial) }
    case .structured(let scheme, let token68, let parameters):
      let challenge = Challenge(
        scheme: scheme, token68: token68.map { addresses.render($0, serial: serial) },
        parameters: parameters.map { self.parameter($0, serial: serial) })
      return [challenge.fieldValue]
    case .ntlm: return ["NTLM"]
    case .scram(let offer): return [offer.challenge.fieldValue]
    }
  }

  private func parameter(_ template: ChallengeTemplate.Parameter, serial: Int) -> AuthParameter {
    AuthParameter(
      name: template.name, value: addresses.render(template.value, serial: serial),
      form: template.form)
  }

  // MARK: Authentication-Info

  /// Adds the proxy's own Proxy-Authentication-Info to a response that it forwards.
  func add(_ template: InfoTemplate, to reply: inout Reply, for occasion: Occasion) {
    guard case .response(var response) = reply.content else { return }
    appendInfo(template, response.body, occasion, to: &response.head.fields)
    reply.content = .response(response)
  }

  private func appendInfo(
    _ template: InfoTemplate, _ body: Octets, _ occasion: Occasion, to fields: inout FieldSection
  ) {
    switch template {
    case .scram(let verifier):
      guard let answer = occasion.proof?.scram, let signature = answer.serverSignature else {
        return
      }
      let sid = verifier == .sidOther ? "0" : answer.sid ?? ""
      let message = ReplyRenderer.lastMessage(signature, verifier)
      let info = AuthenticationInfoField(parameters: [
        AuthParameter(name: "sid", value: sid, form: .token),
        AuthParameter(name: "data", value: message.base64, form: .quotedString),
      ])
      fields.append(occasion.kind.infoField, info.fieldValue)
    case .lines(let lines):
      for line in lines {
        fields.append(occasion.kind.infoField, addresses.render(line, serial: occasion.serial))
      }
    case .digest(let nextnonce, let rspauth, let hasCount, let parameters):
      var info = AuthenticationInfoField(parameters: [])
      if let nextnonce {
        let value = addresses.render(nextnonce, serial: occasion.serial)
        info.parameters.append(
          AuthParameter(name: "nextnonce", value: value, form: .quotedString))
      }
      if rspauth != .absent {
        info.parameters += responseAuth(rspauth, hasCount: hasCount, body, occasion)
      }
      info.parameters += parameters.map { parameter($0, serial: occasion.serial) }
      fields.append(occasion.kind.infoField, info.fieldValue)
    }
  }

  /// server-final-message = server-error / verifier (RFC 5802 7)
  private static func lastMessage(
    _ signature: Octets, _ verifier: InfoTemplate.Verifier
  ) -> Octets {
    switch verifier {
    case .right, .sidOther: return Octets("v=" + signature.base64.latin1)
    case .wrong:
      var octets = signature.array
      octets[0] ^= 1
      return Octets("v=" + Octets(octets).base64.latin1)
    case .error: return "e=other-error"
    }
  }

  /// rspauth over the response's own A2, with qop, cnonce and nc of the request (RFC 7616 3.5).
  private func responseAuth(
    _ kind: InfoTemplate.ResponseAuth, hasCount: Bool, _ body: Octets, _ occasion: Occasion
  ) -> [AuthParameter] {
    guard let computation = occasion.proof?.computation else { return [] }
    let whole = AuthenticationInfoField(answering: computation, responseBody: body)
    return whole.parameters.compactMap { parameter in
      guard parameter.name.matches("rspauth") else { return hasCount ? parameter : nil }
      var parameter = parameter
      switch kind {
      case .absent, .right: break
      case .wrong: parameter.value = Octets(parameter.value.bytes.map(ReplyRenderer.other))
      case .upperCase: parameter.value = Octets(parameter.value.bytes.map(ReplyRenderer.upperCase))
      }
      return parameter
    }
  }

  /// Another hexadecimal digit.
  private static func other(_ digit: UInt8) -> UInt8 {
    digit == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
  }

  private static func upperCase(_ octet: UInt8) -> UInt8 {
    octet &- UInt8(ascii: "a") < 26 ? octet & 0xDF : octet
  }
}

extension ReplyTemplate {
  /// `true` if it always renders the same octets.
  var isConstant: Bool {
    switch kind {
    case .forward, .redirect, .webSocket: return false
    case .raw(let template): guard template.isConstant else { return false }
    case .status, .challenge, .nothing, .streamEnd: break
    }
    guard body?.isConstant ?? true, headers.areConstant, trailers.areConstant,
      interim.allSatisfy({ $0.headers.areConstant }),
      challenges.allSatisfy(\.isConstant)
    else { return false }
    switch info {
    case nil: return true
    case .lines(let lines): return lines.allSatisfy(\.isConstant)
    case .scram: return false
    case .digest(let nextnonce, let rspauth, _, let parameters):
      return rspauth == .absent && nextnonce?.isConstant ?? false
        && parameters.allSatisfy { $0.value.isConstant }
    }
  }
}

extension [HeaderTemplate] {
  fileprivate var areConstant: Bool { allSatisfy { $0.value.isConstant } }
}

extension ChallengeTemplate {
  /// `true` if it always renders the same octets, whatever the request contains.
  fileprivate var isConstant: Bool {
    switch self {
    case .lines(let lines): lines.allSatisfy(\.isConstant)
    case .structured(_, let token68, let parameters):
      token68?.isConstant ?? true && parameters.allSatisfy { $0.value.isConstant }
    case .ntlm, .scram: false
    }
  }

  /// The challenge that continues a login, alone in its reply: message 2 of NTLM (MS-NTHT 2.2.1).
  fileprivate func continuation(of login: UnfinishedLogin?) -> Octets? {
    if let login, login.scheme == .scram, case .scram(let offer) = self {
      return offer.challenge(after: login.token)?.fieldValue
    }
    guard let login, login.scheme == .ntlm, case .ntlm(let offer) = self,
      let token = offer.reply(to: login.token)
    else { return nil }
    return Octets("NTLM ".utf8 + token.bytes)
  }
}
