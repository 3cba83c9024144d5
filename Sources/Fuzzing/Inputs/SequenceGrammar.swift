import HTTPAuth

/// Makes whole inputs: refusals one after the other, redirects between them, what a server tells after success.
struct SequenceGrammar {
  var random: SeededRandom
  var scope: InputScope

  /// An input from the grammar.
  mutating func input() -> FuzzInput {
    let server: FuzzServer = scope.hasProxy && random.percent(12) ? .proxy : .origin
    var replies: [FuzzReply]
    switch random.below(100) {
    case 0..<62: replies = [refusal(server, manner())]
    case 62..<70: replies = stale(server)
    case 70..<78: replies = [refusal(server, manner()), refusal(server, manner())]
    case 78..<85: replies = info(server)
    case 85..<90: replies = laterRefusal(server)
    case 90..<92: replies = endless(server)
    case 92..<97 where scope.hasRedirects: replies = redirected()
    default: replies = [refusal(server, manner())]
    }
    if random.percent(12) {
      let place = random.below(replies.count)
      decorate(&replies[place])
    }
    return FuzzInput(replies)
  }

  private mutating func manner() -> FieldGrammar.Manner {
    switch random.below(10) {
    case 0..<5: .valid
    case 5..<8: .odd
    default: .hostile
    }
  }

  private mutating func field(_ manner: FieldGrammar.Manner) -> Octets {
    var grammar = FieldGrammar(random: random)
    defer { random = grammar.random }
    let value = grammar.challenges(manner)
    guard case .hostile = manner else { return value }
    random = grammar.random
    var spoilt = value
    for _ in 0..<(1 + random.below(3)) {
      if random.percent(60) {
        var mutation = TreeMutation(random: random)
        spoilt = mutation.mutate(spoilt, with: nil)
        random = mutation.random
      } else {
        var mutation = OctetMutation(random: random)
        spoilt = mutation.mutate(spoilt)
        random = mutation.random
      }
    }
    grammar.random = random
    return spoilt
  }

  /// A refusal with challenges in one field line or a few.
  private mutating func refusal(_ server: FuzzServer, _ manner: FieldGrammar.Manner) -> FuzzReply {
    var reply = FuzzReply()
    reply.server = server
    let count = random.percent(80) ? 1 : 2 + random.below(2)
    for _ in 0..<count { reply.lines.append(line(reply.challengeField, field(manner))) }
    return reply
  }

  /// Field names are compared without case (RFC 9110 5.1).
  private mutating func line(_ name: Octets, _ value: Octets) -> FuzzLine {
    switch random.below(20) {
    case 0: FuzzLine(name: name.asciiLowercased, value: value)
    case 1:
      FuzzLine(
        name: name.asciiUppercased, value: value)
    default: FuzzLine(name: name, value: value)
    }
  }

  /// The nonce is too old: another one, and `stale` (RFC 7616 3.3).
  private mutating func stale(_ server: FuzzServer) -> [FuzzReply] {
    let realm: Octets = random.percent(70) ? "vault" : "a\\\"b"
    let algorithm = random.word([
      "", ", algorithm=MD5", ", algorithm=SHA-256", ", algorithm=MD5-sess",
    ])
    func challenge(_ nonce: String, _ more: Octets) -> FuzzReply {
      var reply = FuzzReply()
      reply.server = server
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
    if random.percent(15) { second.isOfNextRequest = true }
    var replies = [challenge("n-1", ""), second]
    if random.percent(20) { replies.append(challenge("n-3", ", stale=true")) }
    return replies
  }

  /// What a server tells after success is for the next request (RFC 7615, RFC 7616 3.5).
  private mutating func info(_ server: FuzzServer) -> [FuzzReply] {
    var success = FuzzReply()
    success.server = server
    success.statusLine = "HTTP/1.1 200 OK"
    var grammar = FieldGrammar(random: random)
    let name: Octets = server == .proxy ? "Proxy-Authentication-Info" : "Authentication-Info"
    for _ in 0..<(1 + grammar.random.below(2)) {
      success.lines.append(FuzzLine(name: name, value: grammar.info(.odd)))
    }
    random = grammar.random
    var next = FuzzReply()
    next.server = server
    next.isOfNextRequest = true
    next.statusLine = "HTTP/1.1 200 OK"
    return [refusal(server, .valid), success, next]
  }

  /// The next request is refused, though the first was not.
  private mutating func laterRefusal(_ server: FuzzServer) -> [FuzzReply] {
    var success = FuzzReply()
    success.server = server
    success.statusLine = "HTTP/1.1 200 OK"
    var later = refusal(server, manner())
    later.isOfNextRequest = true
    return [refusal(server, manner()), success, later]
  }

  /// The same refusal for ever.
  private mutating func endless(_ server: FuzzServer) -> [FuzzReply] {
    var reply = random.percent(50) ? refusal(server, manner()) : stale(server)[1]
    reply.isOfNextRequest = false
    reply.isForEver = true
    return [reply]
  }

  /// A redirect before, behind or between refusals.
  private mutating func redirected() -> [FuzzReply] {
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
      replies.append(refusal(random.percent(60) ? .other : .origin, manner()))
    }
    return replies
  }

  /// Where a redirect may lead: to servers of the case and nowhere else.
  static let locations: [Octets] = [
    "/next", "${origin.url}/next", "${other.url}/", "//${other.authority}/x",
    "http://a:b@${other.authority}/",
    "http://@${other.authority}/", "?q", "", "../../x", "/a b", "/\"", "/%0d%0a", "#",
    "HTTP://${other.authority}",
    "http://a:b@${origin.authority}/", "${other.url}\\@${origin.authority}/",
  ]

  private mutating func cookie() -> FuzzLine {
    FuzzLine(
      name: "Set-Cookie",
      value: random.word(["c=1", "c=\"a, b\"", "c", "=", "c=1; Path=/; Domain=127.0.0.1", ";"]))
  }

  // MARK: What else may be about a reply

  private mutating func decorate(_ reply: inout FuzzReply) {
    switch random.below(11) {
    case 0: reply.connection = .close
    case 1: reply.connection = random.pick(FuzzReply.Connection.allCases) ?? .keep
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
    case 8: reply.lines.insert(cookie(), at: random.below(reply.lines.count + 1))
    case 9:
      let other: Octets = reply.server == .proxy ? "WWW-Authenticate" : "Proxy-Authenticate"
      reply.lines.insert(
        FuzzLine(name: other, value: field(.valid)), at: random.below(reply.lines.count + 1))
    default:
      reply.lines.insert(
        FuzzLine(
          name: random.word([
            "X-A", "Date", "Server", "Authentication-Info", "Authorization", "Link", "Via",
          ]),
          value: random.word(FuzzDictionary.texts)),
        at: random.below(reply.lines.count + 1))
    }
  }
}

extension Octets {
  /// The octets with `a`-`z` turned into `A`-`Z`.
  var asciiUppercased: Octets {
    Octets(bytes.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 })
  }
}
