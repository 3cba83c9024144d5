// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Platform
import Scenarios
@testable import Servers
import TestThreads
import Testing
import Transcripts

/// What servers with TLS show to libcurl, and what they see of it.
@Suite(.onOwnThreads) struct TLSRelayTests {
  @Test(arguments: BackEnd.allCases, [TLSVersion.tls12, .tls13])
  func aRightServerIsUsed(backEnd: BackEnd, version: TLSVersion) throws {
    let stand = try TLSStand(backEnd, TLSSettings(versions: [version]))
    #expect(try stand.get().status == 200)
    let handshake = try #require(stand.handshake)
    #expect(handshake.end == .completed)
    #expect(handshake.version == version.rawValue)
    #expect(handshake.cipher?.hasPrefix("TLS_") == true)
    #expect(handshake.hasCloseNotify)
    #expect(handshake.alert == nil)
    #expect(stand.group.recording.exchanges.count == 1)
    #expect(stand.group.recording.faults.isEmpty)
    #expect(stand.group.recording.oddities.isEmpty)
  }

  @Test func theNameThatTheClientAsksForIsRecorded() throws {
    let stand = try TLSStand(hostName: "one.test")
    #expect(try stand.get().status == 200)
    #expect(stand.handshake?.serverName == "one.test")
    let address = try TLSStand()
    #expect(try address.get().status == 200)
    #expect(address.handshake?.serverName == nil)
  }

  @Test func aCertificateIsChosenByName() throws {
    var wrong = CertificateDefinition(name: "wrong")
    wrong.hosts = [.name("other.test")]
    let stand = try TLSStand(
      .wire,
      TLSSettings(certificate: wrong, certificatesByName: ["one.test": .right]),
      hostName: "one.test")
    #expect(try stand.get().status == 200)
    #expect(stand.handshake?.certificate == "right")
  }

  /// A certificate that libcurl refuses, and the alert that it sends; none where it finishes the
  /// handshake first.
  struct Wrong: CustomTestStringConvertible {
    var testDescription: String
    var alert: UInt8?
    var kind = ClientFailure.Kind.tls
    var change: @Sendable (inout CertificateDefinition) -> Void
  }

  static let wrong: [Wrong] = [
    Wrong(testDescription: "expired", alert: 45) { $0.until = -1 },
    Wrong(testDescription: "not yet valid", alert: 42) { $0.from = 48 },
    Wrong(testDescription: "wrong name") { $0.hosts = [.name("other.test")] },
    Wrong(testDescription: "wrong address") { $0.hosts = [.address("127.0.0.9")] },
    Wrong(testDescription: "an address as a name") { $0.hosts = [.name("127.0.0.2")] },
    Wrong(testDescription: "self-signed", alert: 48) { $0.issuer = .itself },
    Wrong(testDescription: "unknown issuer", alert: 48) { $0.issuer = .stranger },
    Wrong(testDescription: "no intermediate", alert: 48) {
      $0.issuer = .intermediate
      $0.path = .leaf
    },
    Wrong(testDescription: "issuer is no authority", alert: 48) { $0.issuer = .leaf },
    Wrong(testDescription: "for clients only", alert: 43) { $0.use = .client },
    Wrong(testDescription: "for certificates only", alert: 43) { $0.use = .certificates },
    Wrong(testDescription: "a weak key", alert: 42) { $0.key = .rsa1024 },
    Wrong(testDescription: "SHA-1", alert: 42) { $0.signature = .sha1 },
    Wrong(testDescription: "another key", alert: 51) { $0.hasOtherKey = true },
  ]

  @Test(arguments: wrong, [TLSVersion.tls12, .tls13])
  func aWrongCertificateIsRefused(_ wrong: Wrong, version: TLSVersion) throws {
    var definition = CertificateDefinition(name: "wrong")
    wrong.change(&definition)
    let stand = try TLSStand(.wire, TLSSettings(certificate: definition, versions: [version]))
    #expect(try stand.get().failure == wrong.kind)
    let handshake = try #require(stand.handshake)
    #expect(handshake.certificate == "wrong")
    #expect(handshake.alert?.rawValue == wrong.alert)
    #expect(handshake.end == (wrong.alert == nil ? .completed : .failed))
    #expect(stand.group.recording.exchanges.isEmpty)
    #expect(stand.group.recording.faults.isEmpty)
  }

  @Test(arguments: wrong)
  func aClientThatVerifiesNothingUsesThem(_ wrong: Wrong) throws {
    var definition = CertificateDefinition(name: "wrong")
    wrong.change(&definition)
    let stand = try TLSStand(.wire, TLSSettings(certificate: definition))
    stand.client.verifiesServers = false
    // The signature of the handshake is none of the certificate's.
    let isUsed =
      !definition.hasOtherKey && definition.key != .rsa1024 && definition.signature == .sha256
    #expect(try (stand.get().status == 200) || !isUsed)
  }

  @Test func anIntermediateIsSent() throws {
    var definition = CertificateDefinition(name: "chained")
    definition.issuer = .intermediate
    let stand = try TLSStand(.wire, TLSSettings(certificate: definition))
    #expect(try stand.get().status == 200)
  }

  @Test func whatIsTrustedIsNotTheRootAlone() throws {
    var definition = CertificateDefinition(name: "alone")
    definition.issuer = .itself
    let stand = try TLSStand(.wire, TLSSettings(certificate: definition))
    let outcome = try stand.get { tls, server in
      tls.caFile = try stand.group.runCertificates().trustFile([(definition, server)])
    }
    #expect(outcome.status == 200)
    let right = try TLSStand()
    let refused = try right.get { tls, _ in
      tls.caFile = try right.group.runCertificates().emptyTrustFile
    }
    #expect(refused.failure == .tls)
  }

  @Test func pinsAreCompared() throws {
    let stand = try TLSStand()
    let certificates = try stand.group.runCertificates()
    func pinned(_ definition: CertificateDefinition) throws -> ClientOutcome {
      try stand.get { tls, server in
        let hash = "sha256//" + (try certificates.pin(definition, of: server))
        tls.pins = [KeyPin(target: .origin, url: server.url, hash: hash)]
      }
    }
    #expect(try pinned(.right).status == 200)
    #expect(try pinned(CertificateDefinition(name: "other")).failure == .tls)
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func aClientShowsItsCertificateWhereItIsAskedFor(version: TLSVersion) throws {
    var card = CertificateDefinition(name: "card")
    card.use = .client
    for asks in [true, false] {
      let stand = try TLSStand(.wire, TLSSettings(versions: [version], asksForCertificate: asks))
      let outcome = try stand.get { tls, server in
        tls.certificates = [try stand.clientCertificate(card, for: server)]
      }
      #expect(outcome.status == 200)
      // OpenSSL sends the whole path, where it knows it.
      #expect(stand.handshake?.clientCertificates == (asks ? ["card", "root"] : []))
    }
    let none = try TLSStand(.wire, TLSSettings(versions: [version], asksForCertificate: true))
    #expect(try none.get().status == 200)
    #expect(none.handshake?.clientCertificates == [])
  }

  @Test(arguments: BackEnd.allCases, [TLSVersion.tls12, .tls13])
  func aClientIsAskedForItsCertificateAfterTheHandshake(backEnd: BackEnd, version: TLSVersion)
    throws
  {
    var card = CertificateDefinition(name: "card")
    card.use = .client
    for hasOne in [true, false] {
      let stand = try TLSStand(backEnd, TLSSettings(versions: [version]))
      var plan = HandshakePlan()
      plan.asksAfterwards = true
      stand.plans = [plan]
      let outcome = try stand.get { tls, server in
        guard hasOne else { return }
        tls.certificates = [try stand.clientCertificate(card, for: server)]
      }
      #expect(outcome.status == 200)
      #expect(stand.handshake?.clientCertificates == (hasOne ? ["card", "root"] : []))
      #expect(stand.handshake?.version == version.rawValue)
    }
  }

  @Test(
    arguments: [
      HandshakePlan.End.close, .reset, .garbage, .http, .alert(TLSAlert(rawValue: 40)), .stall,
    ], HandshakePlan.Message.allCases)
  func aHandshakeEndsAsItsPlanSays(_ end: HandshakePlan.End, at message: HandshakePlan.Message)
    throws
  {
    guard end != .http || message == .hello else { return }
    for version in [TLSVersion.tls12, .tls13] {
      let stand = try TLSStand(.wire, TLSSettings(versions: [version]))
      var plan = HandshakePlan()
      plan.end = end
      plan.message = message
      stand.plans = [plan]
      let outcome = try stand.get()
      // Once the handshake is complete, a client need not see that it was TLS that failed.
      let kinds: [ClientFailure.Kind] =
        end == .stall ? [.timeout] : message == .complete ? [.tls, .connection] : [.tls]
      #expect(outcome.failure.map(kinds.contains) == true, "\(outcome) \(version)")
      #expect(stand.handshake?.end == .byServer)
      #expect(stand.group.recording.exchanges.isEmpty)
      #expect(stand.group.recording.connections.allSatisfy { $0.end != nil })
      // The next connection is served.
      stand.plans = [HandshakePlan()]
      #expect(try stand.get().status == 200)
    }
  }

  /// libcurl 7.88 tells OpenSSL to take the end of the connection for that of TLS
  /// (SSL_OP_IGNORE_UNEXPECTED_EOF).
  @Test func libcurlTakesATruncatedBodyForAWholeOne() throws {
    for end in [ConnectionFate.closeSilently, .truncate] {
      let stand = try TLSStand()
      stand.decide = { _ in .text("some", framing: .untilClose, afterwards: end) }
      #expect(try stand.get().status == 200)
      #expect(stand.group.recording.connections.first?.end == .byServer)
    }
  }

  @Test func aResetIsOne() throws {
    let stand = try TLSStand()
    stand.decide = { _ in Reply(content: .nothing, afterwards: .reset) }
    #expect(try stand.get().failure != nil)
    #expect(stand.group.recording.connections.first?.end == .reset)
  }

  @Test func aLongBodyPasses() throws {
    for backEnd in BackEnd.allCases {
      let stand = try TLSStand(backEnd)
      let text = String(repeating: "0123456789", count: 100_000)
      stand.decide = { _ in .text(text) }
      guard case .response(let response) = try stand.get() else {
        Issue.record("no response")
        continue
      }
      #expect(response.body == Octets(text))
    }
  }

  /// The library crashes if it is asked for the cipher of a session that has not begun.
  @Test func aConnectionMayEndBeforeItsFirstOctet() throws {
    let stand = try TLSStand()
    for isReset in [false, true] {
      let client = Client(to: stand.group.servers[0].place, loop: stand.loop)
      for _ in 0..<3 { stand.loop.turn(until: Instant.now.advanced(byMilliseconds: 2)) }
      if isReset { client.reset() } else { client.close() }
      for _ in 0..<3 { stand.loop.turn(until: Instant.now.advanced(byMilliseconds: 2)) }
    }
    #expect(stand.group.recording.handshakes.values.map(\.end) == [.failed, .failed])
    #expect(stand.group.recording.handshakes.values.allSatisfy { $0.version == nil })
  }

  @Test func brokenHandshakesLeaveNothingOpen() throws {
    let stand = try TLSStand()
    let watched = stand.loop.watchedCount
    var plan = HandshakePlan()
    for round in 0..<120 {
      plan.end = [.close, .reset, .garbage, .http, .alert(TLSAlert(rawValue: 80))][round % 5]
      plan.message = HandshakePlan.Message.allCases[round % 3]
      stand.plans = [plan]
      #expect(try stand.get().failure == .tls)
    }
    let handshakes = stand.group.recording.handshakes
    #expect(handshakes.count == 120)
    #expect(handshakes.values.allSatisfy { $0.end == .byServer })
    #expect(stand.loop.watchedCount == watched)
  }

  @Test func aRequestInClearIsNotAnswered() throws {
    let stand = try TLSStand()
    let client = Client(to: stand.group.serverAuthority(0) ?? "", loop: stand.loop)
    client.send("GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Basic YTpi\r\n\r\n")
    for _ in 0..<20 {
      stand.loop.turn(until: Instant.now.advanced(byMilliseconds: 5))
    }
    #expect(stand.handshake?.end == .clear)
    #expect(stand.group.recording.exchanges.isEmpty)
    #expect(stand.group.recording.oddities.first?.octets.starts(with: "GET /".utf8) == true)
    #expect(!client.received.starts(with: "HTTP".utf8))
  }

  @Test(arguments: BackEnd.allCases)
  func aTunnelLeadsIntoTLS(backEnd: BackEnd) throws {
    for isInTLS in [false, true] {
      let stand = try TLSStand(backEnd, proxy: .some(isInTLS ? .usual : nil))
      stand.decide = { request in
        request.server == 1 ? Reply(content: .tunnel(to: 0)) : .text("inside")
      }
      #expect(try stand.get().status == 200)
      let recording = stand.group.recording
      #expect(recording.exchanges.map(\.request.method) == ["CONNECT", "GET"])
      #expect(recording.connections.map(\.server) == [1, 0])
      #expect(recording.handshakes.keys.sorted() == (isInTLS ? [0, 1] : [1]))
      #expect(recording.handshakes.values.allSatisfy { $0.end == .completed })
    }
  }

  /// A ClientHello of TLS 1.2 (RFC 5246 7.4.1.2), with those cipher suites and no extensions.
  static func hello(_ suites: [UInt8]) -> [UInt8] {
    let body =
      [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, UInt8(suites.count)] + suites + [1, 0]
    let message = [1, 0, 0, UInt8(body.count)] + body
    return [22, 3, 1, 0, UInt8(message.count)] + message
  }

  /// No suite in common, one that is, and each octet of it replaced: the server survives, and
  /// refuses what is no ClientHello.
  @Test func anyClientHelloIsSurvived() throws {
    let suites: [UInt8] = [0xC0, 0x2B, 0, 0]
    var hellos = [Self.hello([0, 0]), Self.hello([0x13, 0x01]), Self.hello(suites)]
    for index in hellos[2].indices {
      for octet: UInt8 in [0, 1, 0xFF] {
        var changed = hellos[2]
        changed[index] = octet
        hellos.append(changed)
      }
    }
    let stand = try TLSStand()
    let authority = stand.group.serverAuthority(0) ?? ""
    for hello in hellos {
      let client = Client(to: authority, loop: stand.loop)
      client.send(hello)
      for _ in 0..<3 { stand.loop.turn(until: Instant.now.advanced(byMilliseconds: 1)) }
      client.close()
      stand.loop.turn(until: Instant.now.advanced(byMilliseconds: 1))
    }
    let handshakes = stand.group.recording.handshakes
    #expect(handshakes.count == hellos.count)
    #expect(handshakes.values.allSatisfy { $0.end != .completed })
    #expect(handshakes[0]?.cipher == nil)
    #expect(try stand.get().status == 200)
  }
}
