// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Transcripts
import TestThreads
import Testing

@Suite(.onOwnThreads) struct LibcurlDigestTests {
  struct Kind: CustomTestStringConvertible {
    var ability: String
    var challenge: String
    var reckoning: DigestReckoning
    var testDescription: String { ability }
  }

  static let kinds = [
    Kind(ability: "digest", challenge: #"qop="auth""#, reckoning: DigestReckoning()),
    Kind(
      ability: "digest-sess", challenge: #"qop="auth", algorithm=MD5-sess"#,
      reckoning: DigestReckoning(isSession: true)),
    Kind(
      ability: "digest-sha-256", challenge: #"qop="auth", algorithm=SHA-256"#,
      reckoning: DigestReckoning(algorithm: .sha256)),
    Kind(
      ability: "digest-sess", challenge: #"qop="auth", algorithm=SHA-256-sess"#,
      reckoning: DigestReckoning(algorithm: .sha256, isSession: true)),
    Kind(
      ability: "digest-auth-int", challenge: #"qop="auth-int""#,
      reckoning: DigestReckoning(body: "")),
  ]

  /// Plays two requests of one session against a server with that challenge.
  private func play(
    _ challenge: String, proxy: Bool = false, _ session: ClientSession? = nil
  ) -> [ScriptedServer.Request] {
    let play = Play()
    let name = proxy ? "Proxy-Authenticate" : "WWW-Authenticate"
    let server = ScriptedServer(play.loop) { request in
      (proxy ? request.proxyAuthorization : request.authorization) == nil
        ? .status(
          proxy ? 407 : 401, [#"\#(name): Digest realm="vault", nonce="n0nce", \#(challenge)"#])
        : .status(200, body: "in")
    }
    defer { server.stop() }
    var session = session ?? ClientSession()
    session.credentials = [
      ClientCredentials(target: proxy ? .proxy : .origin, user: "alice", password: "secret")
    ]
    if proxy { session.proxy = server.url }
    #expect(play.client.open(session) == nil)
    #expect(play.get(server.url + "/one?x=1").status == 200)
    #expect(play.get(server.url + "/two").status == 200)
    return server.requests
  }

  @Test(arguments: kinds) func sendsTheRightResponse(_ kind: Kind) {
    #expect(Play().client.identity.abilities.contains(kind.ability))
    let requests = play(kind.challenge)
    // The second request of the session needs no challenge: libcurl keeps the nonce.
    #expect(requests.map { $0.authorization == nil } == [true, false, false])
    let sent = requests.dropFirst().map { DigestReckoning.parameters($0.authorization) }
    #expect(sent.map { $0["nc"] } == ["00000001", "00000002"])
    #expect(sent.map { $0["uri"] } == ["/one?x=1", "/two"])
    for parameters in sent {
      #expect(parameters["username"] == "alice")
      #expect(parameters["response"] == kind.reckoning.response(parameters))
      var other = kind.reckoning
      other.password = "Secret"
      #expect(parameters["response"] != other.response(parameters))
    }
  }

  @Test func theReckoningAgreesWithRFC7616() {
    // RFC 7616 3.9.1.
    var parameters = [
      "nonce": "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", "nc": "00000001",
      "cnonce": "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", "qop": "auth",
      "uri": "/dir/index.html",
    ]
    var reckoning = DigestReckoning(
      user: "Mufasa", realm: "http-auth@example.org", password: "Circle of Life")
    #expect(reckoning.response(parameters) == "8ca523f5e9506fed4657c9700eebdbec")
    reckoning.algorithm = .sha256
    #expect(
      reckoning.response(parameters)
        == "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1")
    parameters["nc"] = "00000002"
    #expect(
      reckoning.response(parameters)
        != "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1")
  }

  /// Seen in 7.88.1: what it calls SHA-512-256 is SHA-256. The claim stays: the suite is to find
  /// it.
  @Test func sha512256IsAnsweredButWronglyByOldVersions() {
    #expect(Play().client.identity.abilities.contains("digest-sha-512-256"))
    let requests = play(#"qop="auth", algorithm=SHA-512-256"#)
    let parameters = DigestReckoning.parameters(requests.last?.authorization)
    #expect(parameters["algorithm"] == "SHA-512-256")
    let right = DigestReckoning(algorithm: .sha512256).response(parameters)
    let wrong = DigestReckoning(algorithm: .sha256).response(parameters)
    let isOld = Play().client.identity.version.hasPrefix("libcurl/7.")
    #expect(right != wrong)
    #expect(parameters["response"] == (isOld ? wrong : right))
  }

  @Test func userhashHidesTheName() {
    #expect(Play().client.identity.abilities.contains("digest-userhash"))
    let requests = play(#"qop="auth", algorithm=SHA-256, userhash=true"#)
    let reckoning = DigestReckoning(algorithm: .sha256)
    let parameters = DigestReckoning.parameters(requests.last?.authorization)
    #expect(parameters["username"] == reckoning.hash("alice:vault"))
    #expect(parameters["userhash"] == "true")
    #expect(parameters["response"] == reckoning.response(parameters))
    let plain = DigestReckoning.parameters(play(#"qop="auth""#).last?.authorization)
    #expect(plain["username"] == "alice")
  }

  @Test func aProxyIsAnsweredToo() {
    #expect(Play().client.identity.abilities.contains("proxy-digest"))
    let requests = play(#"qop="auth""#, proxy: true)
    let sent = requests.map { DigestReckoning.parameters($0.proxyAuthorization) }
    #expect(sent.map { $0["nc"] } == [nil, "00000001", "00000002"])
    #expect(sent[1]["response"] == DigestReckoning().response(sent[1]))
    #expect(requests.allSatisfy { $0.authorization == nil })
    #expect(requests[0].target.hasPrefix("http://"))
  }

  @Test func aNewSessionKnowsNoNonce() {
    let play = Play()
    let server = ScriptedServer(play.loop) { request in
      request.authorization == nil
        ? .status(401, [#"WWW-Authenticate: Digest realm="vault", nonce="n", qop="auth""#])
        : .status(200)
    }
    defer { server.stop() }
    var session = ClientSession()
    session.credentials = [ClientCredentials(target: .origin, user: "alice", password: "secret")]
    for keeps in [false, true] {
      play.client.keepsConnections = keeps
      for _ in 0..<2 {
        #expect(play.client.open(session) == nil)
        #expect(play.get(server.url).status == 200)
        play.client.close()
      }
    }
    #expect(
      server.requests.map { $0.authorization == nil }
        == [true, false, true, false, true, false, true, false])
    // Two sessions with a connection each; then one kept for both.
    #expect(server.connections == 3)
  }
}
