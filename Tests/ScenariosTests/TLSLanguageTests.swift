// SPDX-License-Identifier: Apache-2.0

@testable import ScenarioFiles
@testable import Scenarios
import Testing

/// What scenarios say of TLS.
@Suite struct TLSLanguageTests {
  private func load(_ rest: String) -> LoadResult {
    let text = "title: A behaviour\nlevel: must\n" + rest
    return ScenarioLoader.load(text: Array(text.utf8), id: "t/x", file: "x.yaml")
  }

  private func only(_ rest: String) throws -> Case {
    let result = load(rest)
    #expect(result.diagnostics.map(\.description) == [])
    return try #require(result.cases.first)
  }

  @Test func certificatesAreRightInAllThatIsNotSaid() throws {
    let played = try only(
      """
      certificates:
        old: { until: -1d }
        next: { from: 2d }
        odd: { by: stranger, send: leaf, hosts: ["*.one.test", 127.0.0.9, "dns:127.0.0.1"],
               names: common-name, subject: One, use: any, key: rsa-2048, signature: sha-1, revoked: true,
               unknown-extension: true }
        mixed: { key: another }
      servers:
        origin: { tls: { certificate: old, version: "1.3", alpn: [http/1.1, spdy], asks: true,
                         certificates: { one.test: odd, two.test: mixed, three.test: next } } }
      steps: [{ request: {} }]
      """)
    let tls = try #require(played.servers.first?.tls)
    var old = CertificateDefinition(name: "old")
    old.until = -24
    old.from = -504
    #expect(tls.certificate == old)
    #expect(tls.versions == [.tls13])
    #expect(tls.protocols == ["http/1.1", "spdy"])
    #expect(tls.asksForCertificate)
    var odd = CertificateDefinition(name: "odd")
    odd.issuer = .stranger
    odd.path = .leaf
    odd.hosts = [.name("*.one.test"), .address("127.0.0.9"), .name("127.0.0.1")]
    odd.namePlace = .common
    odd.subject = "One"
    odd.use = .any
    odd.key = .rsa2048
    odd.signature = .sha1
    odd.isRevoked = true
    odd.hasUnknownExtension = true
    #expect(tls.certificatesByName["one.test"] == odd)
    #expect(tls.certificatesByName["two.test"]?.hasOtherKey == true)
    #expect(tls.certificatesByName["three.test"]?.from == 48)
    #expect(Set(played.needs).isSuperset(of: ["tls", "tls-1.3"]))
    #expect(!played.needs.contains("tls-1.2"))
  }

  @Test func handshakesAndWhatIsSeenOfThem() throws {
    let played = try only(
      """
      certificates: { card: { use: client }, second: {} }
      servers: { origin: { tls: { asks: true } }, proxy: { tls: {} } }
      client:
        certificates: [card]
        pins: [{ certificate: right, for: proxy }]
        trust: [{ certificate: second, for: origin }]
        proxy: proxy
      steps:
        - request: {}
          handshake:
            origin:
              - { times: 2, alert: unknown_ca, at: finished }
              - { certificate: second, asks: afterwards }
              - { do: http }
              - { do: close, at: complete }
          expect:
            handshakes:
              origin:
                - { outcome: refused, closure-alert: true, repeat: 1..3 }
                - { outcome: used, certificate: card, tls: { version: "1.3", server-name: absent, alpn: present } }
            origin: [{ certificate: any, tls: { version: "1.2" } }, { certificate: none }]
            observe: { it says why: { server: origin, alert: [unknown_ca, bad_certificate] } }
      """)
    let rules = try #require(played.steps[0].handshakes["origin"])
    #expect(rules.map(\.times) == [2, nil, nil, nil])
    #expect(rules[0].plan.end == .alert(TLSAlert(rawValue: 48)))
    #expect(rules[0].plan.message == .finished)
    #expect(rules[1].plan.certificate?.name == "second")
    #expect(rules.map(\.plan.asksAfterwards) == [false, true, false, false])
    #expect(rules[2].plan.end == .http)
    #expect(rules[3].plan.message == .complete)
    let expect = played.steps[0].expect
    let handshakes = try #require(expect.handshakes.first).handshakes
    #expect(handshakes.map(\.outcome) == [.refused, .used])
    #expect(handshakes[0].count == 1...3)
    #expect(handshakes.map(\.hasClosureAlert) == [true, nil])
    #expect(handshakes[1].pattern.version == .tls13)
    #expect(handshakes[1].pattern.serverName == .absent)
    #expect(handshakes[1].pattern.protocol == .present)
    #expect(handshakes[1].pattern.certificate == .equals("card"))
    #expect(expect.servers[0].exchanges.map(\.pattern.tls?.certificate) == [.present, .absent])
    #expect(expect.observations.first?.alerts.map(\.name) == ["unknown_ca", "bad_certificate"])
    #expect(played.client.certificates.map(\.server) == ["origin"])
    #expect(played.client.pins.map(\.server) == ["proxy"])
    #expect(
      Set(played.needs).isSuperset(
        of: ["tls", "tls-pin", "client-certificate", "proxy-tls", "connect", "proxy"]))
  }

  @Test func sessionsAreResumedIfTheFileSaysSo() throws {
    let played = try only(
      """
      servers: { origin: { tls: { resumes: true } }, other: { tls: {} } }
      steps:
        - request: {}
          expect:
            handshakes: { origin: [{ tls: { resumed: false } }, { outcome: used }] }
            origin: [{ tls: { resumed: true } }]
      """)
    #expect(played.servers.map(\.tls?.resumesSessions) == [true, false])
    let expect = played.steps[0].expect
    let handshakes = try #require(expect.handshakes.first?.handshakes)
    #expect(handshakes.map(\.pattern.isResumed) == [false, nil])
    #expect(expect.servers[0].exchanges.map(\.pattern.tls?.isResumed) == [true])
  }

  @Test func aURLMayHaveTheNameOfAServer() throws {
    let played = try only(
      """
      servers: { origin: { name: one.test, tls: {} } }
      steps: [{ request: { url: "https://ONE.test.:${origin.port}/" } }]
      """)
    #expect(played.steps[0].requests.first?.url != nil)
  }

  @Test func aURLMayHaveTheULabelsOfAServer() throws {
    let played = try only(
      """
      servers: { origin: { name: xn--lwe-sna.test } }
      steps: [{ request: { url: "http://LÖwe.test:${origin.port}/" } }]
      """)
    #expect(played.needs.contains("idn"))
    let another = load(
      """
      servers: { origin: { name: xn--lwe-sna.test } }
      steps: [{ request: { url: "http://möwe.test:${origin.port}/" } }]
      """)
    #expect(another.diagnostics.map(\.message) == ["url: leads to no server of this case"])
  }

  @Test func aKeyMayBeSentAlongAndAnIssuerConstrained() throws {
    let played = try only(
      """
      certificates: { odd: { key: sent-along, by: constrained-intermediate } }
      servers: { origin: { tls: { certificate: odd } } }
      steps: [{ request: {} }]
      """)
    let odd = try #require(played.servers.first?.tls?.certificate)
    #expect(odd.hasOtherKey && odd.sendsOtherKey)
    #expect(odd.issuer == .constrainedIntermediate)
  }

  @Test(arguments: [
    ("certificates: { none: {} }", "\"none\" cannot be the name of a certificate"),
    (
      "certificates: { a: { until: tomorrow } }",
      "expected days or hours from now, found \"tomorrow\""
    ),
    ("certificates: { a: { from: 3d, until: 2d } }", "the certificate \"a\" ends before it begins"),
    ("certificates: { a: { by: me } }", "\"me\" is not an issuer"),
    ("certificates: { a: { key: rsa } }", "\"rsa\" is not a key"),
    ("servers: { origin: { tls: { certificate: b } } }", "there is no certificate \"b\""),
    ("servers: { origin: { tls: { version: \"1.0\" } } }", "\"1.0\" is not a version of TLS"),
    ("client: { trust: everybody }", "\"everybody\" is not whom to trust"),
    ("client: { trust: [] }", "no certificate is named"),
    ("client: { pins: [right] }", "no server of this case speaks TLS"),
  ])
  func mistakesAreExplained(_ rest: String, _ message: String) {
    let found = load(rest + "\nsteps: [{ request: {} }]\n").diagnostics.map(\.message)
    #expect(found.first == message)
  }

  @Test(arguments: [
    ("handshake: { origin: [] }", "the server \"origin\" does not speak TLS"),
    ("handshake: { other: [{ at: finished }] }", "at: needs do: or alert:"),
    (
      "handshake: { other: [{ do: http, at: finished }] }",
      "a server that speaks HTTP sends no message"
    ),
    (
      "handshake: { other: [{ do: close, alert: decode_error }] }",
      "do: and alert: cannot stand together"
    ),
    ("handshake: { other: [{ alert: boo }] }", "\"boo\" is not an alert"),
    ("handshake: { other: [{ asks: before }] }", "\"before\" is not a time"),
    (
      "handshake: { other: [{ asks: afterwards, do: close }] }",
      "asks: needs a complete handshake"
    ),
    (
      "expect: { handshakes: { other: [{ tls: { resumed: true } }] } }",
      "no server of this case resumes sessions"
    ),
    ("expect: { handshakes: { other: [{ outcome: gone }] } }", "\"gone\" is not an outcome"),
    (
      "expect: { observe: { x: { alert: decode_error, method: GET } } }",
      "an alert cannot be combined with a pattern of requests"
    ),
  ])
  func mistakesInAStepAreExplained(_ step: String, _ message: String) {
    let found = load(
      "servers: { other: { tls: {} } }\nsteps: [{ request: {}, \(step) }]\n"
    ).diagnostics.map(\.message)
    #expect(found.first == message)
  }
}
