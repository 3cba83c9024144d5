// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
@testable import ReferenceClient
import Scenarios
@testable import Servers
import TestThreads
import Testing
import Transcripts

/// Use of TLS, proxies, and certificates of the client, each with the faults that break it.
@Suite(.onOwnThreads) struct SecureTransportTests {
  private static func server(
    _ name: String, _ host: Int, _ kind: ServerKind = .origin,
    hostName: String? = nil, port: Int? = nil, tls: TLSSettings? = .usual
  ) -> ServerConfiguration {
    ServerConfiguration(
      name: name, kind: kind, host: host, portGroup: port, hostName: hostName, backEnd: .wire,
      tls: tls)
  }

  // MARK: Connections

  @Test func aConnectionIsReused() throws {
    let stand = try SecureStand()
    for _ in 0..<3 { #expect(stand.get().statusCode == 200) }
    #expect(stand.handshakesSeen.count == 1)
    stand.end()
    #expect(stand.handshakesSeen.first?.hasCloseNotify == true)
  }

  @Test func aConnectionEndsWithAClosureAlert() throws {
    let stand = try SecureStand(faults: [.closureAlertLeftOut])
    stand.get()
    stand.end()
    #expect(stand.handshakesSeen.first?.hasCloseNotify == false)
  }

  @Test(arguments: [Set<Fault.Name>(), [.endWithoutClosureTaken]])
  func aBodyThatIsCutIsNoWholeOne(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(faults: faults)
    stand.decide = { _ in .plain("some", framing: .untilClose, afterwards: .closeSilently) }
    #expect(stand.get().statusCode == 200)
    stand.decide = { _ in .plain("some", framing: .untilClose, afterwards: .truncate) }
    #expect(stand.get().failureKind == (faults.isEmpty ? .connection : nil))
    stand.decide = { _ in .plain("some", afterwards: .truncate) }
    #expect(stand.get().statusCode == 200)
  }

  @Test func aLongBodyPasses() throws {
    let stand = try SecureStand()
    let text = String(repeating: "0123456789", count: 100_000)
    stand.decide = { _ in .plain(text) }
    guard case .response(let response) = stand.get() else {
      Issue.record("no response")
      return
    }
    #expect(response.body == Octets(text))
  }

  @Test func anEndedConnectionIsNotReused() throws {
    let stand = try SecureStand()
    stand.decide = { _ in .plain(afterwards: .closeSilently) }
    #expect(stand.get().statusCode == 200)
    #expect(stand.get().statusCode == 200)
    #expect(stand.handshakesSeen.count == 2)
  }

  @Test func aConnectionThatEndsWithAChallengeIsNotReused() throws {
    let stand = try SecureStand()
    stand.session.credentials = [
      ClientCredentials(target: .origin, user: "alice", password: "o")
    ]
    stand.decide = { request in
      request.head.fields.first("Authorization") == nil
        ? .plain(
          status: 401,
          fields: [("WWW-Authenticate", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\"")],
          afterwards: .closeSilently) : .plain()
    }
    #expect(stand.get().statusCode == 200)
    #expect(stand.handshakesSeen.count == 2)
    // The alert may arrive after the response, when the answer is already sent: then nc is 2.
    #expect(stand.requests == ["0 GET /", "0 GET /"])
  }

  @Test(
    arguments: [
      HandshakePlan.End.close, .reset, .garbage, .http, .alert(TLSAlert(rawValue: 40)), .stall,
    ], HandshakePlan.Message.allCases)
  func aBrokenHandshakeIsAnError(_ end: HandshakePlan.End, at message: HandshakePlan.Message)
    throws
  {
    guard end != .http || message == .hello else { return }
    for version in [TLSVersion.tls12, .tls13] {
      let stand = try SecureStand(TLSSettings(versions: [version]))
      if end == .stall { stand.session.timeout = 300 }
      var plan = HandshakePlan()
      plan.end = end
      plan.message = message
      stand.plans = [plan]
      let outcome = stand.get()
      let kinds: [ClientFailure.Kind] =
        end == .stall ? [.timeout] : message == .complete ? [.tls, .connection] : [.tls]
      #expect(outcome.failureKind.map(kinds.contains) == true, "\(outcome) \(version)")
      #expect(stand.recording.exchanges.isEmpty)
      stand.plans = [HandshakePlan()]
      stand.change { $0.timeout = SecureStand.long }
      #expect(stand.get().statusCode == 200)
    }
  }

  @Test(arguments: [Set<Fault.Name>(), [.clearAfterTLSFailure]])
  func nothingIsSentInClear(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(faults: faults)
    var plan = HandshakePlan()
    plan.end = .alert(TLSAlert(rawValue: 40))
    stand.plans = [plan, HandshakePlan()]
    #expect(stand.get().failureKind != nil)
    #expect(stand.handshakesSeen.contains { $0.end == .clear } == !faults.isEmpty)
  }

  @Test(arguments: [Set<Fault.Name>(), [.clearResponseTaken]])
  func aResponseInClearIsNotTaken(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(faults: faults)
    var plan = HandshakePlan()
    plan.end = .http
    stand.plans = [plan]
    #expect((stand.get().statusCode != nil) == !faults.isEmpty)
  }

  @Test(arguments: [Set<Fault.Name>(), [.oldVersionsSpoken]])
  func oldVersionsAreNotSpoken(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(TLSSettings(versions: [.tls11]), faults: faults)
    #expect(stand.get().failureKind == (faults.isEmpty ? .tls : nil))
  }

  @Test(arguments: [Set<Fault.Name>(), [.serverNameLeftOut]])
  func theHostIsNamed(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(hostName: "one.test", faults: faults)
    #expect(stand.get().statusCode == 200)
    #expect(stand.handshakesSeen.first?.serverName == (faults.isEmpty ? "one.test" : nil))
  }

  @Test(arguments: [Set<Fault.Name>(), [.connectionSharedByNames]])
  func aConnectionServesOneHost(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(hostName: "one.test", faults: faults)
    let server = stand.group.servers[0]
    stand.session.resolve.append(
      .init(host: "two.test", port: server.portInURLs, place: server.place))
    stand.decide = { request in
      request.head.target == "/"
        ? .redirect(to: "https://two.test:\(server.portInURLs)/there") : .plain()
    }
    // The certificate is for the first name only, so the second is refused on its own connection.
    #expect(stand.get().failureKind == (faults.isEmpty ? .tls : nil))
    #expect(stand.handshakesSeen.count == (faults.isEmpty ? 2 : 1))
  }

  // MARK: Proxies

  static let proxies: [(isSecure: Bool, isTunnel: Bool)] = [
    (false, false), (true, false), (true, true),
  ]

  @Test(arguments: proxies)
  func httpsGoesThroughATunnel(_ proxy: (isSecure: Bool, isTunnel: Bool)) throws {
    let stand = try SecureStand(
      others: [Self.server("proxy", 3, .proxy, tls: proxy.isSecure ? .usual : nil)])
    stand.session.proxy = stand.url(1)
    stand.session.tunnel = proxy.isTunnel
    stand.session.credentials = [
      ClientCredentials(target: .proxy, user: "carol", password: "p"),
      ClientCredentials(target: .origin, user: "alice", password: "o"),
    ]
    stand.decide = { request in
      let fields = request.head.fields
      if request.server == 1 {
        return fields.first("Proxy-Authorization") == nil
          ? .plain(status: 407, fields: [("Proxy-Authenticate", "Basic realm=p")])
          : Reply(content: .tunnel(to: 0))
      }
      return fields.first("Authorization") == nil
        ? .plain(status: 401, fields: [("WWW-Authenticate", "Basic realm=o")]) : .plain("inside")
    }
    #expect(stand.get().statusCode == 200)
    let port = stand.group.servers[0].port
    #expect(
      stand.requests == [
        "1 CONNECT 127.0.0.2:\(port)", "1 CONNECT 127.0.0.2:\(port)", "0 GET /", "0 GET /",
      ])
    #expect(stand.handshakesSeen.allSatisfy { $0.end == .completed })
    #expect(stand.handshakesSeen.count == (proxy.isSecure ? 2 : 1))
    #expect(
      stand.recording.exchanges.filter { $0.server == 0 }.allSatisfy {
        $0.request.fields.first("Proxy-Authorization") == nil
      })
    // The tunnel is used again.
    #expect(stand.get().statusCode == 200)
    #expect(stand.handshakesSeen.count == (proxy.isSecure ? 2 : 1))
    stand.end()
    #expect(stand.handshakesSeen.allSatisfy { $0.hasCloseNotify })
  }

  @Test func aProxyWithTLSForwardsHTTP() throws {
    let stand = try SecureStand(nil, others: [Self.server("proxy", 3, .proxy)])
    stand.session.proxy = stand.url(1)
    #expect(stand.get().statusCode == 200)
    #expect(stand.requests == ["1 GET \(stand.url(0))/"])
  }

  @Test func proxyAuthorizationStaysOutside() throws {
    let stand = try SecureStand(
      others: [Self.server("proxy", 3, .proxy, tls: nil)],
      faults: [.proxyAuthorizationInsideTLS])
    stand.session.proxy = stand.url(1)
    stand.session.credentials = [
      ClientCredentials(target: .proxy, user: "carol", password: "p")
    ]
    stand.decide = { request in
      guard request.server == 1 else { return .plain() }
      return request.head.fields.first("Proxy-Authorization") == nil
        ? .plain(status: 407, fields: [("Proxy-Authenticate", "Basic realm=p")])
        : Reply(content: .tunnel(to: 0))
    }
    #expect(stand.get().statusCode == 200)
    #expect(
      stand.recording.exchanges.last?.request.fields.first("Proxy-Authorization") != nil)
  }

  @Test func httpsIsNotForwarded() throws {
    let stand = try SecureStand(
      others: [Self.server("proxy", 3, .proxy, tls: nil)], faults: [.httpsForwardedByProxy])
    stand.session.proxy = stand.url(1)
    stand.get()
    #expect(stand.requests == ["1 GET \(stand.url(0))/"])
  }

  @Test(arguments: [
    Set<Fault.Name>(), [.proxyNotVerified], [.hostOfProxyNotChecked],
  ])
  func aProxyIsVerified(faults: Set<Fault.Name>) throws {
    let isNameWrong = faults == [.hostOfProxyNotChecked]
    var definition = CertificateDefinition(name: "wrong")
    if isNameWrong { definition.hosts = [.name("other.test")] } else { definition.until = -1 }
    let stand = try SecureStand(
      others: [Self.server("proxy", 3, .proxy, tls: TLSSettings(certificate: definition))],
      faults: faults)
    stand.session.proxy = stand.url(1)
    stand.decide = { request in
      request.server == 1 ? Reply(content: .tunnel(to: 0)) : .plain()
    }
    #expect(stand.get().failureKind == (faults.isEmpty ? .tls : nil))
    if faults.isEmpty { #expect(stand.requests == []) }
  }

  @Test(arguments: [
    Set<Fault.Name>(), [.verificationOffInTunnel], [.hostOfProxyCheckedForOrigin],
  ])
  func theOriginIsVerifiedByItsOwnNameInATunnel(faults: Set<Fault.Name>) throws {
    var definition = CertificateDefinition(name: "wrong")
    definition.hosts = [.name("proxy.test")]
    let stand = try SecureStand(
      TLSSettings(certificate: definition), hostName: "one.test",
      others: [Self.server("proxy", 3, .proxy, hostName: "proxy.test")], faults: faults)
    stand.session.proxy = stand.url(1)
    stand.decide = { request in
      request.server == 1 ? Reply(content: .tunnel(to: 0)) : .plain()
    }
    #expect(stand.get().failureKind == (faults.isEmpty ? .tls : nil))
    #expect(stand.requests.count == (faults.isEmpty ? 1 : 2))
  }

  // MARK: Certificates of the client

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func aCertificateIsShownWhereItIsAskedFor(version: TLSVersion) throws {
    for asks in [true, false] {
      let stand = try SecureStand(TLSSettings(versions: [version], asksForCertificate: asks))
      stand.session.tls?.certificates = [try stand.card()]
      #expect(stand.get().statusCode == 200)
      #expect(stand.handshakesSeen.first?.clientCertificates == (asks ? ["card"] : []))
    }
    let none = try SecureStand(TLSSettings(versions: [version], asksForCertificate: true))
    #expect(none.get().statusCode == 200)
    #expect(none.handshakesSeen.first?.clientCertificates == [])
    let faulty = try SecureStand(
      TLSSettings(versions: [version], asksForCertificate: true),
      faults: [.clientCertificateWithheld])
    faulty.session.tls?.certificates = [try faulty.card()]
    #expect(faulty.get().statusCode == 200)
    #expect(faulty.handshakesSeen.first?.clientCertificates == [])
  }

  static let asking = TLSSettings(asksForCertificate: true)

  @Test(arguments: [
    Set<Fault.Name>(), [.clientCertificateToEveryServer], [.clientCertificateFollows],
    [.clientCertificateByHostOnly],
  ])
  func aCertificateIsForOneOrigin(faults: Set<Fault.Name>) throws {
    // The second server differs in its port only.
    let stand = try SecureStand(
      Self.asking, others: [Self.server("other", 2, tls: Self.asking)], faults: faults)
    stand.session.tls?.certificates = [try stand.card()]
    let target = stand.url(1) + "/there"
    stand.decide = { request in
      request.server == 0 ? .redirect(to: target) : .plain()
    }
    #expect(stand.get().statusCode == 200)
    #expect(
      stand.handshakesSeen.map(\.clientCertificates) == [
        ["card"], faults.isEmpty ? [] : ["card"],
      ])
  }

  @Test(arguments: [
    Set<Fault.Name>(), [.clientCertificateToProxy], [.clientCertificateOfProxyToOrigin],
  ])
  func aCertificateIsForOneSide(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(
      Self.asking, others: [Self.server("proxy", 3, .proxy, tls: Self.asking)], faults: faults)
    stand.session.proxy = stand.url(1)
    stand.decide = { request in
      request.server == 1 ? Reply(content: .tunnel(to: 0)) : .plain()
    }
    let isProxys = faults == [.clientCertificateOfProxyToOrigin]
    stand.session.tls?.certificates = [
      isProxys ? try stand.card(for: 1, target: .proxy) : try stand.card()
    ]
    #expect(stand.get().statusCode == 200)
    let shown = stand.handshakesSeen.map(\.clientCertificates)
    #expect(
      shown == [
        faults == [.clientCertificateToProxy] || isProxys ? ["card"] : [], ["card"],
      ])
  }

  @Test(arguments: [
    Set<Fault.Name>(), [.connectionSharedByIdentities], [.replacedCertificatesKept],
  ])
  func aConnectionServesOneIdentity(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(Self.asking, faults: faults)
    stand.session.tls?.certificates = [try stand.card("first")]
    #expect(stand.get().statusCode == 200)
    let second = try stand.card("second")
    stand.change { $0.tls?.certificates = [second] }
    #expect(stand.get().statusCode == 200)
    stand.change { $0.tls?.certificates = [] }
    #expect(stand.get().statusCode == 200)
    let shown = stand.handshakesSeen.map(\.clientCertificates)
    switch faults.first {
    case nil: #expect(shown == [["first"], ["second"], []])
    default: #expect(shown.first == ["first"] && shown.count < 3)
    }
  }

  // MARK: From https to http

  /// An https origin, and http on the same host.
  private func downgrade(
    _ faults: Set<Fault.Name>, variants: Set<Variant.Name> = []
  ) throws -> SecureStand {
    let stand = try SecureStand(
      others: [Self.server("clear", 2, tls: nil)], faults: faults, variants: variants)
    let target = stand.url(1) + "/there"
    stand.session.credentials = [
      ClientCredentials(target: .origin, url: stand.url(0), user: "alice", password: "o")
    ]
    stand.session.cookies = true
    stand.decide = { request in
      guard request.server == 0 else {
        return .plain(status: 401, fields: [("WWW-Authenticate", "Basic realm=o")])
      }
      return request.head.fields.first("Authorization") == nil
        ? .plain(
          status: 401,
          fields: [
            ("WWW-Authenticate", "Basic realm=o"), ("Set-Cookie", "s=1; Secure"),
            ("Set-Cookie", "t=1"),
          ])
        : .redirect(to: target)
    }
    return stand
  }

  @Test(arguments: [
    Set<Fault.Name>(), [.credentialsFollowIntoClear], [.schemesNotCompared], [.secureCookieInClear],
    [.refererInClear],
  ])
  func nothingSecretGoesInClear(faults: Set<Fault.Name>) throws {
    let stand = try downgrade(faults, variants: faults.isEmpty ? [.sendsReferer] : [])
    #expect(stand.get().statusCode == 401)
    let clear = stand.recording.exchanges.filter { $0.server == 1 }.map(\.request.fields)
    let sendsLogin = faults == [.credentialsFollowIntoClear] || faults == [.schemesNotCompared]
    #expect(clear.contains { $0.first("Authorization") != nil } == sendsLogin)
    #expect(
      clear.first?.first("Cookie") == (faults == [.secureCookieInClear] ? "s=1; t=1" : "t=1"))
    #expect((clear.first?.first("Referer") != nil) == (faults == [.refererInClear]))
    let secure = stand.recording.exchanges.filter { $0.server == 0 }.map(\.request.fields)
    #expect(secure.last?.first("Cookie") == "s=1; t=1")
  }

  @Test(arguments: [Set<Fault.Name>(), [.callersAuthorizationFollowsIntoClear]])
  func theCallersAuthorizationStaysSecure(faults: Set<Fault.Name>) throws {
    let policy = RedirectPolicy(
      faults: FaultSet(faults), isProxied: false)
    let hop = Hop(
      address: try WebAddress("https://one.test/a"), method: "GET",
      lines: [.init(name: "Authorization", value: "Basic YTpi")])
    let next = policy.next(hop, status: 302, to: try WebAddress("http://one.test/b"))
    #expect(next.lines.isEmpty == faults.isEmpty)
    let same = policy.next(hop, status: 302, to: try WebAddress("https://one.test:443/b"))
    #expect(same.lines.count == 1)
  }
}
