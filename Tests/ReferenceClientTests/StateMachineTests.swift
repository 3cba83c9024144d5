// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
@testable import ReferenceClient
import Testing

@Suite struct ResponseReaderTests {
  /// The final response in some octets, which the reader gets `atOnce` at a time.
  private static func read(
    _ octets: Octets, method: Octets = "GET", atOnce: Int, ends: Bool = false
  ) throws(ResponseError) -> (response: Response?, hasMore: Bool) {
    var reader = ResponseReader()
    reader.expect(method)
    var rest = octets.bytes
    var response: Response?
    while !rest.isEmpty {
      reader.take(rest.prefix(atOnce))
      rest = rest.dropFirst(atOnce)
      while let event = try reader.next() {
        if case .complete(let whole) = event { response = whole }
      }
    }
    if ends, response == nil, case .complete(let whole)? = try reader.end() { response = whole }
    return (response, reader.hasMore)
  }

  @Test(arguments: [1, 7, 1000])
  func framingsAreRead(_ atOnce: Int) throws {
    let length = try Self.read(
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP", atOnce: atOnce)
    #expect(length.response?.body == "abc")
    #expect(length.response?.isReusable == true)
    #expect(length.hasMore)
    let chunked = try Self.read(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 401 No\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nWWW-Authenticate: Basic realm=x\r\n\r\n",
      atOnce: atOnce)
    #expect(chunked.response?.head.status == 401)
    #expect(chunked.response?.body == "abc")
    #expect(chunked.response?.head.fields.first("WWW-Authenticate") == nil)
    #expect(!chunked.hasMore)
    let untilClose = try Self.read("HTTP/1.0 200 OK\r\n\r\nabc", atOnce: atOnce, ends: true)
    #expect(untilClose.response?.body == "abc")
    #expect(untilClose.response?.isReusable == false)
  }

  @Test func methodsAndStatusesWithoutBody() throws {
    let head: Octets = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"
    #expect(try Self.read(head, method: "HEAD", atOnce: 9).response?.body == "")
    #expect(try Self.read(head, method: "CONNECT", atOnce: 9).response?.body == "")
    #expect(try Self.read(head, atOnce: 9).response == nil)
    #expect(
      try Self.read("HTTP/1.1 204 None\r\nContent-Length: 3\r\n\r\n", atOnce: 9).response != nil)
  }

  @Test func foldsAndControlsBecomeSpaces() throws {
    let response = try Self.read(
      "HTTP/1.1 401 No\r\nContent-Length: 0\r\nWWW-Authenticate: Basic\r\n\t realm=x\0y\r\n\r\n",
      atOnce: 5
    ).response
    #expect(response?.head.fields.first("WWW-Authenticate") == "Basic realm=x y")
  }

  @Test(
    arguments: [
      "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "hello\r\n\r\n",
      "HTTP/1.1 200 OK\r\nNo colon\r\n\r\n", "HTTP/1.1 200 OK\r\nA : b\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 1, 2\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
    ] as [Octets])
  func malformedResponsesAreErrors(_ octets: Octets) {
    #expect(throws: ResponseError.self) { try Self.read(octets, atOnce: 1000, ends: true) }
  }
}

@Suite struct RedirectPolicyTests {
  private func next(
    _ method: Octets, _ status: Int, to url: String
  ) throws -> Hop {
    let hop = Hop(
      address: try WebAddress("http://127.0.0.1:80/a"), method: method, body: "body",
      lines: [
        .init(name: "Authorization", value: "Bearer x"),
        .init(name: "Content-Type", value: "text/plain"),
        .init(name: "Accept-Language", value: "de"), .init(name: "cookie", value: "a=b"),
      ])
    let policy = RedirectPolicy(faults: FaultSet(), isProxied: false)
    return policy.next(hop, status: status, to: try WebAddress(url))
  }

  @Test func methods() throws {
    #expect(try next("POST", 302, to: "http://127.0.0.1/b").method == "GET")
    #expect(try next("POST", 302, to: "http://127.0.0.1/b").body == nil)
    #expect(try next("PUT", 302, to: "http://127.0.0.1/b").method == "PUT")
    #expect(try next("PUT", 303, to: "http://127.0.0.1/b").method == "GET")
    #expect(try next("HEAD", 303, to: "http://127.0.0.1/b").method == "HEAD")
    #expect(try next("POST", 308, to: "http://127.0.0.1/b").body == "body")
  }

  @Test func callersFieldsStayAtHome() throws {
    let same = try next("POST", 307, to: "http://127.0.0.1:80/b")
    #expect(same.lines.count == 4)
    for other in ["http://127.0.0.2/b", "http://127.0.0.1:81/b"] {
      #expect(
        try next("POST", 307, to: other).lines.map(\.name) == ["Content-Type", "Accept-Language"])
    }
    #expect(
      try next("POST", 303, to: "http://127.0.0.2/b").lines.map(\.name) == ["Accept-Language"])
  }
}

@Suite struct AddressTests {
  @Test func partsAreFound() throws {
    let address = try WebAddress("HTTP://al%3Aice:p%20w@LocalHost:8080/a b?q=ä#f")
    #expect(address.origin == Origin(scheme: "http", host: "localhost", port: 8080))
    #expect(address.userinfo == .init(user: "al:ice", password: "p w"))
    #expect(address.target == "/a%20b?q=%C3%A4")
    #expect(try WebAddress("http://[::1]").origin.authority == "[::1]")
  }

  @Test(arguments: [
    "127.0.0.1/", "ftp://a/", "https://", "http:///", "http://a:b@c@d/", "http://a\\@b/",
    "http://a:99999/",
    "http://a b/", "http://a/\r\nX: y",
  ])
  func othersAreRefused(_ url: String) {
    #expect(throws: AddressError.self) { try WebAddress(url) }
  }

  @Test(arguments: [
    ("/x", "/x"), ("x", "/a/x"), ("../x", "/x"), ("?q", "/a/b?q"), ("//127.0.0.1/./y/../z", "/z"),
    ("http://127.0.0.1/%2e%2e/x", "/%2e%2e/x"),
  ])
  func referencesAreResolved(_ reference: String, _ target: String) throws {
    let base = try WebAddress("http://127.0.0.1/a/b?c")
    #expect(try URLReference.resolve(Octets(reference), at: base).target == target)
  }
}

@Suite struct ProtectionSpaceTests {
  private static let origin = Origin(scheme: "http", host: "127.0.0.1", port: 80)
  private static let peer = Peer(side: .origin, origin: origin)
  private static let login = Login(user: "alice", password: "open sesame")

  private static func offer(_ line: Octets) throws -> Offer {
    let challenge = try #require(ChallengeReader.read([line]).first)
    return try #require(Offer(challenge, FaultSet(), Preferences()))
  }

  @Test func basicReachesToTheLastSlash() throws {
    var spaces = ProtectionSpaces(FaultSet())
    spaces.remember(
      Self.login, try Self.offer("Basic realm=vault"), at: Self.peer, for: "/docs/index.html")
    func isInside(_ path: String) -> Bool { spaces.unasked(at: Self.peer, for: path) != nil }
    #expect(isInside("/docs/x") && isInside("/docs/y/z") && isInside("/other/../docs/x"))
    for path in ["/", "/docsX", "/other/", "/docs/../other", "/docs/%2e%2e/other"] {
      #expect(!isInside(path), "\(path)")
    }
    var elsewhere = Self.peer
    elsewhere.origin.port = 81
    #expect(spaces.unasked(at: elsewhere, for: "/docs/x") == nil)
    #expect(spaces.login(at: Self.peer, realm: "vault", scheme: .basic) == Self.login)
    #expect(spaces.login(at: Self.peer, realm: "Vault", scheme: .basic) == nil)
    spaces.evict(Self.login, at: Self.peer, realm: "vault")
    #expect(!isInside("/docs/x"))
  }

  @Test func digestReachesAsFarAsDomainSays() throws {
    var spaces = ProtectionSpaces(FaultSet())
    let line: Octets =
      #"Digest realm=r, nonce=n, qop=auth, domain="/a http://[ /b/ http://127.0.0.2/c""#
    spaces.remember(Self.login, try Self.offer(line), at: Self.peer, for: "/a/x")
    #expect(spaces.unasked(at: Self.peer, for: "/a/y") != nil)
    #expect(spaces.unasked(at: Self.peer, for: "/b/y") != nil)
    #expect(spaces.unasked(at: Self.peer, for: "/aX") == nil)
    #expect(spaces.unasked(at: Self.peer, for: "/c") == nil)
  }

  @Test func countsAreKeptByServerAndNonce() {
    var counts = NonceCounts(FaultSet())
    let proxy = Peer(side: .proxy, origin: Self.origin)
    #expect(counts.next("a", at: Self.peer) == 1)
    #expect(counts.next("b", at: Self.peer) == 1)
    #expect(counts.next("a", at: proxy) == 1)
    #expect(counts.next("a", at: Self.peer) == 2)
  }
}

@Suite struct NetrcTests {
  @Test func entriesAreFoundByHost() {
    let netrc = Netrc(
      "# machine a login x password y\nmachine a login alice password \"p w\"\nmacdef m\nmachine b login c password d\n\nmachine e login f\ndefault login g password h\n"
    )
    #expect(netrc.login(for: "a", user: nil, FaultSet()) == Login(user: "alice", password: "p w"))
    #expect(netrc.login(for: "a", user: "bob", FaultSet()) == nil)
    #expect(netrc.login(for: "b", user: nil, FaultSet()) == Login(user: "g", password: "h"))
    #expect(netrc.login(for: "e", user: nil, FaultSet()) == nil)
  }
}

@Suite struct CookieJarTests {
  @Test func cookiesStayWithTheirHost() throws {
    var jar = CookieJar(FaultSet())
    let here = try WebAddress("http://127.0.0.1:80/a/b")
    jar.take(
      FieldSection([
        ("Set-Cookie", "x=1; Path=/"), ("set-cookie", "y=2"),
        ("Set-Cookie", "z=3; Domain=other.test"),
        ("Set-Cookie", "s=4; Secure"),
      ]), from: here)
    #expect(jar.value(for: here) == "x=1; y=2")
    #expect(jar.value(for: try WebAddress("http://127.0.0.1:81/c")) == "x=1")
    #expect(jar.value(for: try WebAddress("http://127.0.0.2/a/b")) == nil)
    jar.take(FieldSection([("Set-Cookie", "x=; Path=/; Max-Age=0")]), from: here)
    #expect(jar.value(for: here) == "y=2")
  }
}
