// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import ReferenceClient
import Scenarios
@testable import Servers
import TestThreads
import Testing
import Transcripts

/// The rules by which the reference client accepts a server, and the fault that leaves each out.
@Suite(.onOwnThreads) struct VerificationTests {
  /// A certificate that one rule refuses.
  struct Wrong: CustomTestStringConvertible {
    var testDescription: String
    var fault: Fault.Name
    var alert: UInt8
    var hostName: String?
    var change: @Sendable (inout CertificateDefinition) -> Void

    init(
      _ description: String, _ fault: Fault.Name, alert: UInt8, at hostName: String? = nil,
      _ change: @escaping @Sendable (inout CertificateDefinition) -> Void
    ) {
      testDescription = description
      self.fault = fault
      self.alert = alert
      self.hostName = hostName
      self.change = change
    }
  }

  static let wrong: [Wrong] = [
    Wrong("expired", .expiredAccepted, alert: 45) { $0.until = -1 },
    Wrong("not yet valid", .notYetValidAccepted, alert: 42) { $0.from = 48 },
    Wrong("self-signed", .selfSignedAccepted, alert: 48) { $0.issuer = .itself },
    Wrong("self-signed, issuer ignored", .unknownIssuerAccepted, alert: 48) {
      $0.issuer = .itself
    },
    Wrong("unknown issuer", .unknownIssuerAccepted, alert: 48) { $0.issuer = .stranger },
    Wrong("no intermediate", .unknownIssuerAccepted, alert: 48) {
      $0.issuer = .intermediate
      $0.path = .leaf
    },
    Wrong("issuer is no authority", .issuerWithoutAuthorityAccepted, alert: 48) {
      $0.issuer = .leaf
    },
    Wrong("expired issuer", .datesOfIssuersIgnored, alert: 45) {
      $0.issuer = .expiredIntermediate
    },
    Wrong("one intermediate too many", .pathLengthIgnored, alert: 48) {
      $0.issuer = .excessIntermediate
    },
    Wrong("issuer may not sign", .keyUsageOfIssuersIgnored, alert: 48) {
      $0.issuer = .idleIntermediate
    },
    Wrong("a name that an issuer may not certify", .nameConstraintsIgnored, alert: 42) {
      $0.issuer = .constrainedIntermediate
      $0.hosts = [.address("127.0.0.2"), .name("one.test")]
    },
    Wrong("a name that an issuer's constraints exclude", .excludedNamesIgnored, alert: 42) {
      $0.issuer = .constrainedIntermediate
      $0.hosts = [.address("127.0.0.2"), .name("outside.inside.test")]
    },
    Wrong("an unknown extension", .criticalExtensionsIgnored, alert: 43) {
      $0.hasUnknownExtension = true
    },
    Wrong("for clients only", .extendedKeyUsageIgnored, alert: 43) { $0.use = .client },
    Wrong("for certificates only", .keyUsageIgnored, alert: 43) { $0.use = .certificates },
    Wrong("a weak key", .weakKeyAccepted, alert: 42) { $0.key = .rsa1024 },
    Wrong("MD5", .md5Accepted, alert: 42) { $0.signature = .md5 },
    Wrong("SHA-1", .sha1Accepted, alert: 42) { $0.signature = .sha1 },
    Wrong("another host", .hostNotChecked, alert: 42, at: "one.test") {
      $0.hosts = [.name("other.test")]
    },
    Wrong("another address", .hostNotChecked, alert: 42) { $0.hosts = [.address("127.0.0.9")] },
    Wrong("an address as a name", .nameTakenForAddress, alert: 42) {
      $0.hosts = [.name("127.0.0.2")]
    },
    Wrong("a wildcard for an address", .wildcardForAddress, alert: 42) {
      $0.hosts = [.name("*.0.0.2")]
    },
    Wrong("Common Name beside others", .commonNameTaken, alert: 42, at: "one.test") {
      $0.hosts = [.name("other.test")]
      $0.subject = "one.test"
    },
    Wrong("Common Name alone", .commonNameWithoutOthersTaken, alert: 42, at: "one.test") {
      $0.namePlace = .common
    },
    Wrong("Common Name alone, taken", .commonNameTaken, alert: 42, at: "one.test") {
      $0.namePlace = .common
    },
    Wrong("a wildcard over dots", .wildcardOverDots, alert: 42, at: "a.b.one.test") {
      $0.hosts = [.name("*.one.test")]
    },
    Wrong("a wildcard for its parent", .wildcardForItsParent, alert: 42, at: "one.test") {
      $0.hosts = [.name("*.one.test")]
    },
    Wrong("a wildcard in a label", .wildcardsAnywhere, alert: 42, at: "www.one.test") {
      $0.hosts = [.name("w*.one.test")]
    },
    Wrong("a wildcard in the middle", .wildcardsAnywhere, alert: 42, at: "a.b.test") {
      $0.hosts = [.name("a.*.test")]
    },
    Wrong("the domain above", .parentNameTaken, alert: 42, at: "www.one.test") {
      $0.hosts = [.name("one.test")]
    },
  ]

  @Test(arguments: wrong, [TLSVersion.tls12, .tls13])
  func aWrongCertificateIsRefused(_ wrong: Wrong, version: TLSVersion) throws {
    var definition = CertificateDefinition(name: "wrong")
    wrong.change(&definition)
    let settings = TLSSettings(certificate: definition, versions: [version])
    let stand = try SecureStand(settings, hostName: wrong.hostName)
    #expect(stand.get().failureKind == .tls)
    let handshake = try #require(stand.handshakesSeen.first)
    #expect(handshake.end == .failed)
    #expect(handshake.alert?.rawValue == wrong.alert)
    #expect(stand.recording.exchanges.isEmpty)
    let faulty = try SecureStand(settings, hostName: wrong.hostName, faults: [wrong.fault])
    #expect(faulty.get().statusCode == 200)
  }

  @Test func aKeyThatIsNotTheCertificatesIsRefused() throws {
    var definition = CertificateDefinition(name: "wrong")
    definition.hasOtherKey = true
    for version in [TLSVersion.tls12, .tls13] {
      let stand = try SecureStand(TLSSettings(certificate: definition, versions: [version]))
      #expect(stand.get().failureKind == .tls)
      #expect(stand.recording.exchanges.isEmpty)
    }
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func theKeyOfTheNextCertificateIsNotTheServers(_ version: TLSVersion) throws {
    var definition = CertificateDefinition(name: "wrong")
    definition.hasOtherKey = true
    definition.sendsOtherKey = true
    let settings = TLSSettings(certificate: definition, versions: [version])
    let stand = try SecureStand(settings)
    #expect(stand.get().failureKind == .tls)
    #expect(stand.recording.exchanges.isEmpty)
    let faulty = try SecureStand(settings, faults: [.signatureOfNextCertificateTaken])
    #expect(faulty.get().statusCode == 200)
  }

  /// A valid certificate, and a fault that refuses it.
  struct Right: CustomTestStringConvertible {
    var testDescription: String
    var fault: Fault.Name?
    var hostName: String?
    var change: @Sendable (inout CertificateDefinition) -> Void
  }

  static let right: [Right] = [
    Right(testDescription: "usual", fault: nil, hostName: nil) { _ in },
    Right(testDescription: "for any use", fault: nil, hostName: nil) { $0.use = .any },
    Right(testDescription: "RSA", fault: nil, hostName: nil) { $0.key = .rsa2048 },
    Right(testDescription: "intermediate", fault: .intermediatesIgnored, hostName: nil) {
      $0.issuer = .intermediate
    },
    Right(
      testDescription: "in capitals", fault: .namesOfCertificatesByCase, hostName: "one.test"
    ) { $0.hosts = [.name("ONE.test")] },
    Right(testDescription: "a wildcard", fault: nil, hostName: "www.one.test") {
      $0.hosts = [.name("*.one.test")]
    },
    Right(testDescription: "several names", fault: nil, hostName: "one.test") {
      $0.hosts = [.name("a.test"), .address("127.0.0.1"), .name("one.test")]
    },
  ]

  @Test(arguments: right, [TLSVersion.tls12, .tls13])
  func aRightCertificateIsAccepted(_ right: Right, version: TLSVersion) throws {
    var definition = CertificateDefinition(name: "right")
    right.change(&definition)
    let settings = TLSSettings(certificate: definition, versions: [version])
    let stand = try SecureStand(settings, hostName: right.hostName)
    #expect(stand.get().statusCode == 200)
    let handshake = try #require(stand.handshakesSeen.first)
    #expect(handshake.version == version.rawValue)
    #expect(handshake.serverName == right.hostName)
    #expect(handshake.protocol == "http/1.1")
    guard let fault = right.fault else { return }
    let faulty = try SecureStand(settings, hostName: right.hostName, faults: [fault])
    #expect(faulty.get().failureKind == .tls)
  }

  @Test func anchorsReplaceAllOthers() throws {
    let stand = try SecureStand()
    stand.session.tls = ClientTLS(caFile: try stand.group.runCertificates().emptyTrustFile)
    #expect(stand.get().failureKind == .tls)
    stand.session.tls = ClientTLS(caFile: "/no/such/file")
    stand.end()
    #expect(stand.get().failureKind == .tls)
    stand.session.tls = nil
    stand.end()
    #expect(stand.get().failureKind == .tls)
    #expect(stand.recording.exchanges.isEmpty)
  }

  @Test(arguments: [Set<Fault.Name>(), [.leafAnchorRefused]])
  func aCertificateThatIsTrustedItselfIsAccepted(faults: Set<Fault.Name>) throws {
    var definition = CertificateDefinition(name: "alone")
    definition.issuer = .itself
    let stand = try SecureStand(TLSSettings(certificate: definition), faults: faults)
    let file = try stand.group.runCertificates().trustFile([(definition, stand.group.servers[0])])
    stand.session.tls = ClientTLS(caFile: file)
    #expect(stand.get().statusCode == (faults.isEmpty ? 200 : nil))
  }

  @Test(arguments: [Set<Fault.Name>(), [.replacedAnchorsKept]])
  func replacedAnchorsAreTrustedNoMore(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(faults: faults)
    #expect(stand.get().statusCode == 200)
    let other = try stand.group.runCertificates().emptyTrustFile
    stand.change { $0.tls = ClientTLS(caFile: other) }
    #expect(stand.get().failureKind == (faults.isEmpty ? .tls : nil))
  }

  // MARK: Pins

  @Test(arguments: [
    Set<Fault.Name>(), [.pinOfLastCertificateCompared], [.pinOfWholeCertificateCompared],
  ])
  func aPinnedKeyIsAccepted(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(faults: faults)
    stand.session.tls?.pins = [try stand.pin(.right)]
    #expect(stand.get().failureKind == (faults.isEmpty ? nil : .tls))
  }

  @Test(arguments: [Set<Fault.Name>(), [.pinIgnored], [.pinComparedAfterRequest]])
  func anotherKeyIsRefused(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(faults: faults)
    stand.session.tls?.pins = [try stand.pin(CertificateDefinition(name: "other"))]
    #expect(stand.get().failureKind == (faults == [.pinIgnored] ? nil : .tls))
    #expect(stand.recording.exchanges.isEmpty == faults.isEmpty)
  }

  @Test(arguments: [Set<Fault.Name>(), [.pinOnFirstConnectionOnly]])
  func pinsAreComparedOnEachConnection(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(faults: faults)
    let other = CertificateDefinition(name: "other")
    var plan = HandshakePlan()
    plan.certificate = other
    stand.plans = [HandshakePlan(), plan]
    stand.decide = { _ in .plain(afterwards: .close) }
    stand.session.tls?.pins = [try stand.pin(.right)]
    #expect(stand.get().statusCode == 200)
    #expect(stand.get().failureKind == (faults.isEmpty ? .tls : nil))
  }

  @Test(arguments: [Set<Fault.Name>(), [.pinsOfEveryServerTaken]])
  func aPinIsForItsServer(faults: Set<Fault.Name>) throws {
    let other = CertificateDefinition(name: "other")
    let stand = try SecureStand(
      others: [
        ServerConfiguration(
          name: "other", kind: .origin, host: 3, backEnd: .wire,
          tls: TLSSettings(certificate: other))
      ], faults: faults)
    stand.session.tls?.pins = [try stand.pin(other), try stand.pin(.right, at: 1)]
    // Each server has the key that is pinned for the other one, but not at its own address.
    let here = try stand.group.runCertificates().pin(other, of: stand.group.servers[1])
    stand.session.tls?.pins = [
      KeyPin(target: .origin, url: stand.url(0), hash: "sha256//" + here),
      try stand.pin(.right),
    ].map { pin in
      var pin = pin
      if pin.hash != "sha256//" + here { pin.url = stand.url(1) }
      return pin
    }
    #expect(stand.get().failureKind == (faults.isEmpty ? .tls : nil))
  }

  @Test(arguments: [Set<Fault.Name>(), [.replacedPinsKept]])
  func replacedPinsCountNoMore(faults: Set<Fault.Name>) throws {
    let stand = try SecureStand(faults: faults)
    stand.decide = { _ in .plain(afterwards: .close) }
    stand.session.tls?.pins = [try stand.pin(.right)]
    #expect(stand.get().statusCode == 200)
    let pin = try stand.pin(CertificateDefinition(name: "other"))
    stand.change { $0.tls?.pins = [pin] }
    #expect(stand.get().failureKind == (faults.isEmpty ? .tls : nil))
  }

  // MARK: When and where the rules hold

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func nothingIsSentBeforeTheServerIsAccepted(version: TLSVersion) throws {
    var definition = CertificateDefinition(name: "wrong")
    definition.until = -1
    let settings = TLSSettings(certificate: definition, versions: [version])
    let stand = try SecureStand(settings, faults: [.requestSentBeforeVerification])
    #expect(stand.get().failureKind == .tls)
    #expect(stand.requests == ["0 GET /"])
  }

  @Test(arguments: [
    Set<Fault.Name>(), [.verificationOffOnceRefused], [.refusedServerTriedAgain],
    [.tlsFailureTakenForLoss],
  ])
  func aRefusedServerIsNotTriedAgain(faults: Set<Fault.Name>) throws {
    var definition = CertificateDefinition(name: "wrong")
    definition.issuer = .stranger
    let stand = try SecureStand(TLSSettings(certificate: definition), faults: faults)
    let outcome = stand.get()
    #expect(outcome.statusCode == (faults == [.verificationOffOnceRefused] ? 200 : nil))
    let count = stand.handshakesSeen.count
    switch faults.first {
    case nil: #expect(count == 1 && outcome.failureKind == .tls)
    case .tlsFailureTakenForLoss: #expect(outcome.failureKind == .connection)
    case .verificationOffOnceRefused: #expect(count == 2)
    default: #expect(count > 20)
    }
  }

  @Test(arguments: [Set<Fault.Name>(), [.hostOfFirstConnectionOnlyChecked]])
  func theHostIsCheckedOnEachConnection(faults: Set<Fault.Name>) throws {
    var definition = CertificateDefinition(name: "wrong")
    definition.hosts = [.name("other.test")]
    var plan = HandshakePlan()
    plan.certificate = definition
    let stand = try SecureStand(hostName: "one.test", faults: faults)
    stand.plans = [HandshakePlan(), plan]
    stand.decide = { _ in .plain(afterwards: .close) }
    #expect(stand.get().statusCode == 200)
    #expect(stand.get().failureKind == (faults.isEmpty ? .tls : nil))
  }

  @Test(arguments: [
    Set<Fault.Name>(), [.verificationOffAfterRedirect], [.hostOfFirstHopChecked],
    [.serverNameOfFirstHop],
  ])
  func theTargetOfARedirectIsVerified(faults: Set<Fault.Name>) throws {
    var definition = CertificateDefinition(name: "wrong")
    definition.hosts = [.name("one.test")]
    let stand = try SecureStand(
      hostName: "one.test",
      others: [
        ServerConfiguration(
          name: "other", kind: .origin, host: 3, hostName: "two.test", backEnd: .wire,
          tls: TLSSettings(certificate: definition))
      ], faults: faults)
    let target = stand.url(1) + "/there"
    stand.decide = { request in
      request.server == 0 ? .redirect(to: target) : .plain()
    }
    let outcome = stand.get()
    let isAccepted = faults == [.verificationOffAfterRedirect] || faults == [.hostOfFirstHopChecked]
    #expect(outcome.failureKind == (isAccepted ? nil : .tls))
    let name = faults == [.serverNameOfFirstHop] ? "one.test" : "two.test"
    #expect(stand.handshakesSeen.last?.serverName == name)
  }

  @Test func namesAreComparedByLabels() {
    func isMet(_ pattern: String, _ host: String) -> Bool {
      DomainNamePattern(pattern).isMet(by: host, FaultSet())
    }
    #expect(isMet("*.one.test", "a.one.test"))
    #expect(isMet("*.ONE.test", "a.one.test"))
    for (pattern, host) in [
      ("*.one.test", ".one.test"), ("*", "test"), ("*.*.test", "a.b.test"),
      ("one.test", "two.test"), ("xn--*.test", "xn--a.test"), ("\u{212A}.test", "k.test"),
      ("ne.test", "one.test"),
    ] {
      #expect(!isMet(pattern, host), "\(pattern) \(host)")
    }
    #expect(ReferenceIdentity("One.Test.") == .name("one.test"))
    #expect(ReferenceIdentity("::1").serverName == nil)
  }
}
