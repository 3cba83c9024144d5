// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// Replies in words.
enum ReplyProse {
  /// What a reply is, and what is special about it.
  static func text(_ reply: ReplyTemplate, kind: ServerKind) -> String {
    var words = [what(reply, kind)]
    if reply.octetsAwaited > 0 {
      words.append("once \(reply.octetsAwaited) octets of the body are in")
    } else if reply.isEarly {
      words.append("before the body is in")
    }
    if !reply.interim.isEmpty {
      words.append("after \(Phrases.joined(reply.interim.map { "\($0.status)" }))")
    }
    if let info = reply.info { words.append("with \(self.info(info))") }
    if let token = NegotiateProse.answer(reply.token) { words.append(token) }
    for header in reply.headers {
      words.append("with \(Visible.line(header.name)): \(PatternProse.text(header.value))")
    }
    switch reply.framing {
    case .length: break
    case .chunked: words.append("chunked")
    case .close: words.append("ended by the connection's end")
    }
    if let delay = reply.delay { words.append("after \(delay) ms") }
    if let trickle = reply.trickle {
      words.append("\(trickle.octets) octets at a time, \(trickle.milliseconds) ms apart")
    }
    switch reply.connection {
    case .keep: break
    case .close: words.append("and closes")
    case .closeSilently: words.append("and closes without a word")
    case .truncate: words.append("and closes without close_notify")
    case .reset: words.append("and resets the connection")
    case .stall: words.append("and then stalls")
    case .streamReset: words.append("and resets the stream")
    }
    return words.joined(separator: ", ")
  }

  private static func what(_ reply: ReplyTemplate, _ kind: ServerKind) -> String {
    let challenges = reply.challenges.map(text)
    let with = challenges.isEmpty ? "" : " with \(Phrases.joined(challenges))"
    switch reply.kind {
    case .status(let status): return "replies \(status)" + with
    case .challenge(let status):
      return "challenges with \(status ?? (kind == .proxy ? 407 : 401)): "
        + (challenges.isEmpty ? "nothing" : Phrases.joined(challenges))
    case .redirect(let status, let to, let path):
      return "redirects with \(status) to \(Visible.line(to)) \(PatternProse.text(path))"
    case .forward: return "forwards it"
    case .raw(let template): return "sends the octets \"\(PatternProse.text(template))\""
    case .nothing: return "sends nothing"
    case .webSocket(let socket): return WebSocketProse.text(socket)
    case .streamEnd(let end): return "ends the request by \(end.words)"
    }
  }

  /// A challenge as it is written in a field.
  static func text(_ challenge: ChallengeTemplate) -> String {
    switch challenge {
    case .lines(let lines):
      return lines.map { "\"\(PatternProse.text($0))\"" }.joined(separator: ", ")
    case .structured(let scheme, let token68, let parameters):
      let rest =
        (token68.map { [PatternProse.text($0)] } ?? [])
        + parameters.map { parameter in
          let value = PatternProse.text(parameter.value)
          let isQuoted = parameter.form == .quotedString
          return "\(Visible.line(parameter.name))=" + (isQuoted ? "\"\(value)\"" : value)
        }
      return "\(Visible.line(scheme)) \(rest.joined(separator: ", "))"
    case .ntlm(let offer): return NTLMProse.text(offer)
    case .scram(let offer): return SCRAMProse.text(offer)
    }
  }

  private static func info(_ info: InfoTemplate) -> String {
    switch info {
    case .scram(let verifier): return SCRAMProse.text(verifier)
    case .lines(let lines):
      return "Authentication-Info \(lines.map { PatternProse.text($0) }.joined(separator: ", "))"
    case .digest(let nextnonce, let proof, _, _):
      var words: [String] = []
      if let nextnonce { words.append("the next nonce \"\(PatternProse.text(nextnonce))\"") }
      switch proof {
      case .absent: break
      case .right: words.append("a right rspauth")
      case .wrong: words.append("a wrong rspauth")
      case .upperCase: words.append("rspauth in upper case")
      }
      return words.isEmpty ? "Authentication-Info" : Phrases.joined(words)
    }
  }
}
