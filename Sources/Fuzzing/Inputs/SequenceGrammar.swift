// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// Makes whole inputs: sequences of refusals, with redirects between them and Authentication-Info
/// after success.
struct SequenceGrammar {
  let random: SeededRandom
  let scope: InputScope

  /// An input from the grammar.
  func input() -> FuzzInput {
    if let scheme = random.pick(scope.handshakes), random.percent(15) {
      return FuzzInput(handshake(scheme))
    }
    let server: FuzzServer = scope.hasProxy && random.percent(12) ? .proxy : .origin
    var replies: [FuzzReply]
    switch random.below(100) {
    case 0..<62: replies = [refusal(server, validity())]
    case 62..<70: replies = stale(server)
    case 70..<78: replies = [refusal(server, validity()), refusal(server, validity())]
    case 78..<85: replies = info(server)
    case 85..<90: replies = laterRefusal(server)
    case 90..<92: replies = endless(server)
    case 92..<97 where scope.hasRedirects: replies = redirected()
    default: replies = [refusal(server, validity())]
    }
    if random.percent(12) { decorate(&replies[random.below(replies.count)]) }
    return FuzzInput(replies)
  }

  private func validity() -> FieldGrammar.Validity {
    switch random.below(10) {
    case 0..<5: .valid
    case 5..<8: .nearlyValid
    default: .hostile
    }
  }

  private func field(_ validity: FieldGrammar.Validity) -> Octets {
    var value = FieldGrammar(random: random, validity: validity).challenges()
    guard validity == .hostile else { return value }
    for _ in 0..<(1 + random.below(3)) {
      value =
        random.percent(60)
        ? TreeMutation(random: random).mutate(value, with: nil)
        : OctetMutation(random: random).mutate(value)
    }
    return value
  }

  /// A refusal with challenges in one to three field lines.
  private func refusal(_ server: FuzzServer, _ validity: FieldGrammar.Validity) -> FuzzReply {
    var reply = FuzzReply(from: server)
    let count = random.percent(80) ? 1 : 2 + random.below(2)
    for _ in 0..<count { reply.lines.append(line(reply.challengeField, field(validity))) }
    return reply
  }

  private func success(_ server: FuzzServer) -> FuzzReply {
    var reply = FuzzReply(from: server)
    reply.statusLine = "HTTP/1.1 200 OK"
    return reply
  }

  /// Field names are compared without case (RFC 9110 5.1).
  private func line(_ name: Octets, _ value: Octets) -> FuzzLine {
    switch random.below(20) {
    case 0: FuzzLine(name: name.asciiLowercased, value: value)
    case 1: FuzzLine(name: name.asciiUppercased, value: value)
    default: FuzzLine(name: name, value: value)
    }
  }

  /// A refusal that offers the scheme, and one or two replies with a message of the scheme.
  private func handshake(_ scheme: HandshakeScheme) -> [FuzzReply] {
    let grammar = HandshakeGrammar(random: random)
    var offer = FuzzReply()
    offer.lines = [FuzzLine(name: offer.challengeField, value: Octets(scheme.rawValue))]
    var replies = [offer]
    for _ in 0..<(1 + random.below(2)) {
      // The last token of Negotiate comes with the page.
      var reply = random.percent(70) || scheme == .ntlm ? FuzzReply() : success(.origin)
      let value = Array("\(scheme.rawValue) ".utf8) + grammar.message(of: scheme).bytes
      reply.lines = [FuzzLine(name: reply.challengeField, value: Octets(value))]
      replies.append(reply)
    }
    return replies
  }

  /// A refusal, and a second one with a new nonce and `stale` (RFC 7616 3.3).
  private func stale(_ server: FuzzServer) -> [FuzzReply] {
    let realm: Octets = random.percent(70) ? "vault" : "a\\\"b"
    let algorithm = random.word([
      "", ", algorithm=MD5", ", algorithm=SHA-256", ", algorithm=MD5-sess",
    ])
    func challenge(_ nonce: String, _ more: Octets) -> FuzzReply {
      var reply = FuzzReply(from: server)
      let start = "Digest realm=\"\(realm)\", nonce=\"\(nonce)\", qop=\"auth\""
      reply.lines = [
        FuzzLine(
          name: reply.challengeField,
          value: Octets(Array(start.utf8) + algorithm.bytes + more.bytes))
      ]
      return reply
    }
    let more = random.word([
      ", stale=true", ", stale=TRUE", ", stale=\"true\"", ", stale=false", "", ", stale=tru",
      ", stale=true, opaque=\"o\"",
    ])
    var second = challenge(random.percent(85) ? "n-2" : "n-1", more)
    if random.percent(15) { second.startsNewRequest = true }
    var replies = [challenge("n-1", ""), second]
    if random.percent(20) { replies.append(challenge("n-3", ", stale=true")) }
    return replies
  }

  /// A refusal, success with Authentication-Info (RFC 7615, RFC 7616 3.5), and a next request.
  private func info(_ server: FuzzServer) -> [FuzzReply] {
    var success = success(server)
    let name: Octets = server == .proxy ? "Proxy-Authentication-Info" : "Authentication-Info"
    let grammar = FieldGrammar(random: random, validity: .nearlyValid)
    for _ in 0..<(1 + random.below(2)) {
      success.lines.append(FuzzLine(name: name, value: grammar.info()))
    }
    var next = self.success(server)
    next.startsNewRequest = true
    return [refusal(server, .valid), success, next]
  }

  /// The first request succeeds, and the next one is refused.
  private func laterRefusal(_ server: FuzzServer) -> [FuzzReply] {
    var later = refusal(server, validity())
    later.startsNewRequest = true
    return [refusal(server, validity()), success(server), later]
  }

  /// One refusal as the reply to every request.
  private func endless(_ server: FuzzServer) -> [FuzzReply] {
    var reply = random.percent(50) ? refusal(server, validity()) : stale(server)[1]
    reply.startsNewRequest = false
    reply.isEndless = true
    return [reply]
  }

  /// A redirect before or after a refusal.
  private func redirected() -> [FuzzReply] {
    var redirect = FuzzReply()
    redirect.statusLine = random.word([
      "HTTP/1.1 302 Found", "HTTP/1.1 307 Temporary Redirect", "HTTP/1.1 301 Moved",
      "HTTP/1.1 303 See Other",
    ])
    redirect.lines = [FuzzLine(name: "Location", value: random.word(SequenceGrammar.locations))]
    if random.percent(20) {
      redirect.lines.append(FuzzLine(name: "WWW-Authenticate", value: field(.valid)))
    }
    if random.percent(30) { redirect.lines.append(cookie()) }
    var replies = random.percent(60) ? [refusal(.origin, .valid), redirect] : [redirect]
    if random.percent(60) {
      replies.append(refusal(random.percent(60) ? .other : .origin, validity()))
    }
    return replies
  }

  /// The values of Location in redirects. They lead only to servers of the case.
  static let locations: [Octets] = [
    "/next", "${origin.url}/next", "${other.url}/", "//${other.authority}/x",
    "http://a:b@${other.authority}/", "http://@${other.authority}/", "?q", "", "../../x", "/a b",
    "/\"", "/%0d%0a", "#", "HTTP://${other.authority}", "http://a:b@${origin.authority}/",
    "${other.url}\\@${origin.authority}/",
  ]

  private func cookie() -> FuzzLine {
    FuzzLine(
      name: "Set-Cookie",
      value: random.word(["c=1", "c=\"a, b\"", "c", "=", "c=1; Path=/; Domain=127.0.0.1", ";"]))
  }

  // MARK: Other parts of replies

  /// Changes one part of a reply other than its challenges.
  private func decorate(_ reply: inout FuzzReply) {
    switch random.below(11) {
    case 0: reply.connection = .close
    case 1: reply.connection = random.pick(FuzzReply.connections) ?? .keep
    case 2: reply.framing = .chunked
    case 3: reply.framing = .close
    case 4: reply.isInPieces = true
    case 5:
      reply.interim.append(.init(status: random.pick([100, 102, 103, 199]) ?? 100))
    case 6:
      let line = FuzzLine(name: reply.challengeField, value: field(.valid))
      reply.interim.append(.init(status: 103, line: line))
    case 7:
      reply.statusLine = random.word([
        "HTTP/1.1 401", "HTTP/1.1 401 ", "HTTP/1.0 401 No", "HTTP/1.1 401 WWW-Authenticate: Basic",
        "HTTP/1.1 403 Forbidden",
        "HTTP/1.1 407 Proxy", "HTTP/1.1 400 Bad", "HTTP/1.1 499 x", "HTTP/1.1 4010 x",
        "HTTP/1.1  401 x",
        "HTTP/1.1 401\tx", "HTTP/1.1 200 OK", "HTTP/2 401", "HTTP/1.1", "ICY 401 x",
        "http/1.1 401 x",
      ])
    case 8: insert(cookie(), in: &reply)
    case 9:
      let other: Octets = reply.server == .proxy ? "WWW-Authenticate" : "Proxy-Authenticate"
      insert(FuzzLine(name: other, value: field(.valid)), in: &reply)
    default:
      let name = random.word([
        "X-A", "Date", "Server", "Authentication-Info", "Authorization", "Link", "Via",
      ])
      insert(FuzzLine(name: name, value: random.word(FuzzDictionary.texts)), in: &reply)
    }
  }

  private func insert(_ line: FuzzLine, in reply: inout FuzzReply) {
    reply.lines.insert(line, at: random.below(reply.lines.count + 1))
  }
}
