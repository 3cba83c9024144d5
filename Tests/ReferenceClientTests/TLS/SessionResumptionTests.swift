// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import ReferenceClient
import Scenarios
import Servers
import TestThreads
import Testing
import Transcripts

/// TLS sessions that a server offers to resume, each with the fault that breaks the rule.
@Suite(.onOwnThreads) struct SessionResumptionTests {
  private static let versions: [TLSVersion] = [.tls12, .tls13]

  private func stand(
    _ version: TLSVersion, resumes: Bool = true, faults: Set<Fault.Name> = [],
    variants: Set<Variant.Name> = []
  ) throws -> SecureStand {
    let settings = TLSSettings(
      versions: [version], asksForCertificate: true, resumesSessions: resumes)
    let stand = try SecureStand(
      settings,
      others: [
        ServerConfiguration(
          name: "other", kind: .origin, host: 3, backEnd: .wire,
          tls: TLSSettings(
            certificate: wrong, versions: [version], resumesSessions: resumes))
      ], faults: faults, variants: variants)
    stand.decide = { _ in .plain(afterwards: .close) }
    return stand
  }

  private var wrong: CertificateDefinition {
    var wrong = CertificateDefinition(name: "wrong")
    wrong.hosts = [.name("other.test")]
    return wrong
  }

  @Test(arguments: versions, [true, false])
  func aSessionIsResumedWhereTheServerOffersIt(version: TLSVersion, resumes: Bool) throws {
    let stand = try stand(version, resumes: resumes)
    for _ in 0..<3 { #expect(stand.get().statusCode == 200) }
    #expect(stand.handshakesSeen.map(\.isResumed) == [false, resumes, resumes])
    #expect(stand.handshakesSeen.map(\.version) == Array(repeating: version.rawValue, count: 3))
  }

  @Test(arguments: versions)
  func aClientMayResumeNone(version: TLSVersion) throws {
    let stand = try stand(version, variants: [.sessionsNotResumed])
    for _ in 0..<2 { #expect(stand.get().statusCode == 200) }
    #expect(stand.handshakesSeen.map(\.isResumed) == [false, false])
  }

  @Test(arguments: versions)
  func aRestartForgetsSessions(version: TLSVersion) throws {
    let stand = try stand(version)
    #expect(stand.get().statusCode == 200)
    stand.end()
    #expect(stand.get().statusCode == 200)
    #expect(stand.handshakesSeen.map(\.isResumed) == [false, false])
  }

  @Test(arguments: versions, [Set<Fault.Name>(), [.sessionOfAnotherHostResumed]])
  func aSessionIsForItsHost(version: TLSVersion, faults: Set<Fault.Name>) throws {
    let stand = try stand(version, faults: faults)
    #expect(stand.get().statusCode == 200)
    #expect(stand.get(at: 1).failureKind == (faults.isEmpty ? .tls : nil))
    #expect(stand.requests.count == (faults.isEmpty ? 1 : 2))
  }

  @Test(arguments: versions, [Set<Fault.Name>(), [.sessionOfAnotherUserResumed]])
  func aSessionIsForItsUser(version: TLSVersion, faults: Set<Fault.Name>) throws {
    let stand = try stand(version, faults: faults)
    stand.session.tls?.certificates = [try stand.card()]
    #expect(stand.get().statusCode == 200)
    #expect(stand.get().statusCode == 200)
    stand.change { $0.tls?.certificates = [] }
    #expect(stand.get().statusCode == 200)
    let shown = stand.handshakesSeen.map(\.clientCertificates)
    #expect(shown == [["card"], ["card"], faults.isEmpty ? [] : ["card"]])
    #expect(stand.handshakesSeen.map(\.isResumed) == [false, true, !faults.isEmpty])
  }

  @Test(arguments: versions, [Set<Fault.Name>(), [.sessionOutlivesItsAnchors]])
  func aSessionEndsWithItsTrustAnchors(version: TLSVersion, faults: Set<Fault.Name>) throws {
    let stand = try stand(version, faults: faults)
    #expect(stand.get().statusCode == 200)
    try stand.change { $0.tls?.caFile = try stand.group.runCertificates().emptyTrustFile }
    #expect(stand.get().failureKind == (faults.isEmpty ? .tls : nil))
  }

  @Test(arguments: versions, [Set<Fault.Name>(), [.sessionOutlivesItsPin]])
  func aSessionEndsWithItsPin(version: TLSVersion, faults: Set<Fault.Name>) throws {
    let stand = try stand(version, faults: faults)
    #expect(stand.get().statusCode == 200)
    try stand.change { $0.tls?.pins = [try stand.pin(CertificateDefinition(name: "next"))] }
    #expect(stand.get().failureKind == (faults.isEmpty ? .tls : nil))
  }

  @Test(arguments: versions, [Set<Fault.Name>(), [.serverThatRefusesToResumeAccepted]])
  func aServerThatResumesNothingIsVerified(version: TLSVersion, faults: Set<Fault.Name>) throws {
    let stand = try stand(version, faults: faults)
    var plan = HandshakePlan()
    plan.certificate = wrong
    stand.plans = [HandshakePlan(), plan]
    #expect(stand.get().statusCode == 200)
    #expect(stand.get().failureKind == (faults.isEmpty ? .tls : nil))
    #expect(stand.handshakesSeen.map(\.isResumed) == [false, false])
  }

  @Test(arguments: [Set<Fault.Name>(), [.sessionOfRefusedServerKept]])
  func noSessionIsKeptOfARefusedServer(faults: Set<Fault.Name>) throws {
    let stand = try stand(.tls12, faults: faults)
    #expect(stand.get(at: 1).failureKind == .tls)
    #expect(stand.get(at: 1).failureKind == (faults.isEmpty ? .tls : nil))
    #expect(stand.requests.count == (faults.isEmpty ? 0 : 1))
  }
}
