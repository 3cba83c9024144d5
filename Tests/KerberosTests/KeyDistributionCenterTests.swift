// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPAuth
import Platform
import TestThreads
import Testing

@testable import Kerberos

/// A realm with a real KDC.
@Suite(
  .onOwnThreads, .serialized,
  .enabled(if: RealmFixture.hasPrograms, "krb5-kdc and krb5-user are not installed"))
struct KeyDistributionCenterTests {
  private typealias Fixture = RealmFixture

  // MARK: Tickets

  @Test func theKDCGivesTicketsThatTheAcceptorAccepts() throws {
    let realm = try Fixture.realm()
    let center = try KeyDistributionCenter(realm)
    let login = try Fixture.run(
      ["kinit", "-k", "-t", realm.peopleKeys, "alice"], in: realm, tickets: "alice")
    #expect(login.status == 0, "\(login.output)")
    let ticket = try Fixture.run(
      ["kvno", "HTTP/127.0.0.1"], in: realm, tickets: "alice")
    #expect(ticket.status == 0, "\(ticket.output)")
    let (_, token) = try Fixture.token(realm.ticketFile("alice"))
    let (finding, _) = try Acceptor(keytab: realm.serviceKeys).handshake().take(token)
    #expect(finding.outcome == .established && finding.principal == "alice@AUTHSPEC.TEST")
    withExtendedLifetime(center) {}
  }

  @Test func theKDCTakesATicketThatIsMadeHere() throws {
    let realm = try Fixture.realm()
    let center = try KeyDistributionCenter(realm)
    var description = TicketDescription(client: Fixture.bob, service: .ticketGranting)
    description.isForwardable = true
    _ = try Fixture.keep(description, in: realm, as: "bob")
    let ticket = try Fixture.run(["kvno", "HTTP/trusted.test"], in: realm, tickets: "bob")
    #expect(ticket.status == 0, "\(ticket.output)")
    let list = try Fixture.run(["klist", "-f"], in: realm, tickets: "bob")
    // ok-as-delegate, from the database.
    #expect(list.output.contains("O"), "\(list.output)")
    let (_, token) = try Fixture.token(
      realm.ticketFile("bob"), to: .web("trusted.test"))
    let (finding, _) = try Acceptor(keytab: realm.serviceKeys).handshake().take(token)
    #expect(finding.principal == "bob@AUTHSPEC.TEST")
    withExtendedLifetime(center) {}
  }

  @Test func theKDCRefusesWhatIsWrong() throws {
    let realm = try Fixture.realm()
    let center = try KeyDistributionCenter(realm)
    let nobody = try Fixture.run(
      ["kinit", "-k", "-t", realm.peopleKeys, "mallory"], in: realm, tickets: "mallory")
    #expect(nobody.status != 0)
    _ = try Fixture.keep(
      .init(client: Fixture.alice, service: .ticketGranting), in: realm, as: "alice")
    let unknown = try Fixture.run(["kvno", "HTTP/elsewhere.test"], in: realm, tickets: "alice")
    #expect(unknown.status != 0)
    var expired = TicketDescription(client: Fixture.alice, service: .ticketGranting)
    expired.validity = TicketDescription.expired
    expired.storedValidity = -60...28_800
    _ = try Fixture.keep(expired, in: realm, as: "expired")
    #expect(try Fixture.run(["kvno", "HTTP/127.0.0.1"], in: realm, tickets: "expired").status != 0)
    var foreign = TicketDescription(client: Fixture.alice, service: .ticketGranting)
    foreign.hasForeignKey = true
    _ = try Fixture.keep(foreign, in: realm, as: "foreign")
    #expect(try Fixture.run(["kvno", "HTTP/127.0.0.1"], in: realm, tickets: "foreign").status != 0)
    withExtendedLifetime(center) {}
  }

  // MARK: A KDC that does not answer

  @Test func withoutAKDCAClientFailsSoon() throws {
    let realm = try Fixture.realm()
    let login = try Fixture.run(
      ["kinit", "-k", "-t", realm.peopleKeys, "alice"], in: realm, tickets: "alice", isTraced: true)
    #expect(login.status != 0)
    Self.expectRefused(login.output)
    // Also after one was there: the port stays reserved.
    try KeyDistributionCenter(realm).end()
    #expect(FileManager.default.fileExists(atPath: realm.peopleKeys))
    let later = try Fixture.run(
      ["kinit", "-k", "-t", realm.peopleKeys, "alice"], in: realm, tickets: "alice")
    #expect(later.status != 0)
  }

  @Test func waitingForAStartIsBounded() throws {
    let realm = try Fixture.realm()
    // Its programs wait for the text of their configuration, which nobody writes.
    try FileManager.default.removeItem(atPath: realm.configuration)
    let made = unsafe mkfifo(realm.configuration, 0o600)
    #expect(made == 0)
    #expect(throws: KerberosUnavailable.silent(milliseconds: 100)) {
      try KeyDistributionCenter(realm, within: 100)
    }
  }

  /// Expects that a client was refused at once. It would wait for seconds if it had sent a request
  /// to somebody who took it.
  private static func expectRefused(_ trace: String) {
    #expect(trace.contains("Sending initial UDP request"), "\(trace)")
    #expect(!trace.contains("Sending TCP request") && !trace.contains("retry"), "\(trace)")
  }

  @Test func aDatabaseThatCannotBeLoadedIsReported() throws {
    let realm = try Fixture.realm()
    // The folder is in the way of the database.
    #expect(realm.folder.write("", to: "principal/x"))
    do {
      _ = try KeyDistributionCenter(realm)
      Issue.record("it started")
    } catch {
      guard case .start(let words) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(!words.isEmpty)
    }
  }

  @Test func aMissingPackageIsNamed() {
    #expect(
      KerberosUnavailable.program("krb5kdc").description
        == "krb5kdc is missing (Debian's package krb5-kdc)")
    #expect(
      KerberosUnavailable.library("libgssapi_krb5.so.2").description
        == "libgssapi_krb5.so.2 of MIT Kerberos is missing (Debian's package libgssapi-krb5-2)")
  }

  /// The KDC of a run, and the process id of krb5kdc, which is the child of a shell.
  private func watched(_ realm: KerberosRealm) throws -> (center: RunKDC, kdc: Int32) {
    _ = try Fixture.keep(
      .init(client: Fixture.alice, service: .ticketGranting), in: realm, as: "alice")
    let center = RunKDC()
    try center.start(realm)
    let shell = try #require(center.number)
    let children = try String(
      contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
    return (center, try #require(Int32(children.split(separator: " ").last ?? "")))
  }

  /// A KDC that is frozen is ended once a client has waited as long as it may. MIT Kerberos alone
  /// waits half a minute.
  @Test func nobodyWaitsForAFrozenKDC() throws {
    let realm = try Fixture.realm()
    let (center, kdc) = try watched(realm)
    #expect(kill(kdc, SIGSTOP) == 0)
    let wait = center.wait(500, end: nil)
    let ticket = try Fixture.run(["kvno", "HTTP/127.0.0.1"], in: realm, tickets: "alice")
    #expect(ticket.status != 0 && wait.isLate)
    #expect(center.number == nil && kill(kdc, SIGCONT) != 0)
    // The next case has another one.
    try center.start(realm)
    let later = center.wait(3_600_000, end: nil)
    #expect(try Fixture.run(["kvno", "HTTP/127.0.0.1"], in: realm, tickets: "alice").status == 0)
    #expect(!later.isLate)
  }

  /// A slow KDC is waited for, as long as the client may.
  @Test func aSlowKDCIsWaitedFor() throws {
    let realm = try Fixture.realm()
    let (center, kdc) = try watched(realm)
    let wait = center.wait(3_600_000, end: nil)
    #expect(kill(kdc, SIGSTOP) == 0)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.7)
      kill(kdc, SIGCONT)
    }
    #expect(try Fixture.run(["kvno", "HTTP/127.0.0.1"], in: realm, tickets: "alice").status == 0)
    #expect(!wait.isLate)
  }

  /// Waits until a process holds no port any more, whether or not its end was fetched.
  private static func waitUntilItHasEnded(_ process: Int32) {
    let file = "/proc/\(process)/stat"
    while let status = try? String(contentsOfFile: file, encoding: .utf8), !status.contains(") Z") {
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  /// A KDC that is gone is replaced before the next case.
  @Test func aKDCThatIsGoneIsStartedAgain() throws {
    let realm = try Fixture.realm()
    let (center, kdc) = try watched(realm)
    #expect(kill(kdc, SIGKILL) == 0)
    Self.waitUntilItHasEnded(kdc)
    let ticket = try Fixture.run(
      ["kvno", "HTTP/127.0.0.1"], in: realm, tickets: "alice", isTraced: true)
    #expect(ticket.status != 0)
    Self.expectRefused(ticket.output)
    try center.start(realm)
    #expect(try Fixture.run(["kvno", "HTTP/127.0.0.1"], in: realm, tickets: "alice").status == 0)
  }

  // MARK: What is left

  /// Everything below a folder with its mode.
  private func modes(_ folder: String) throws -> [String: Int] {
    var modes: [String: Int] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: folder) ?? .init() {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      modes[name] = (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
    return modes
  }

  @Test func nobodyElseMayReadTheFiles() throws {
    let realm = try Fixture.realm()
    let center = try KeyDistributionCenter(realm)
    _ = try Fixture.keep(Fixture.right, in: realm)
    let modes = try modes(realm.folder.path)
    for name in ["krb5.conf", "services.keytab", "stash", "principal", "kdc.log", "tickets/one"] {
      #expect(modes[name] != nil, "\(name) is missing: \(modes.keys)")
    }
    for (name, mode) in modes { #expect(mode & 0o077 == 0, "\(name): \(String(mode, radix: 8))") }
    let attributes = try FileManager.default.attributesOfItem(atPath: realm.folder.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    withExtendedLifetime(center) {}
  }

  @Test func nothingIsLeftAfterTheEnd() throws {
    var realm: KerberosRealm? = try Fixture.realm()
    let folder = try #require(realm?.folder.path)
    var center: KeyDistributionCenter? = try realm.map { try KeyDistributionCenter($0) }
    let group = try #require(center?.number)
    #expect(kill(-group, 0) == 0)
    #expect(FileManager.default.fileExists(atPath: folder))
    center = nil
    realm = nil
    #expect(kill(-group, 0) != 0)
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(center == nil && realm == nil)
  }

  /// A program with a realm, which ends with its input.
  private func held() throws -> HeldRealm {
    let place = FileManager.default.temporaryDirectory.appending(
      path: "authspec-held-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: place.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: place) }
    let input = Pipe()
    let program = try SpawnedProgram(
      Bundle.main.bundleURL.appending(path: "MeasureKerberos").path, ["hold"],
      environment: ProcessInfo.processInfo.environment,
      input: input.fileHandleForReading.fileDescriptor, output: place.path, errors: "/dev/null")
    var line = ""
    program.wait {
      line = (try? String(contentsOf: place, encoding: .utf8)) ?? ""
      return line.hasSuffix("\n")
    }
    let words = line.split(whereSeparator: \.isWhitespace)
    let folder = try #require(words.first).dropLast("/krb5.conf".count)
    return HeldRealm(
      program: program, folder: String(folder),
      group: try #require(words.last.flatMap { Int32($0) }), input: input)
  }

  private struct HeldRealm {
    let program: SpawnedProgram
    let folder: String
    let group: Int32
    let input: Pipe
  }

  /// Waits until the group and the folder are gone.
  private func waitForEnd(_ group: Int32, _ folder: String) {
    while isRunning(group) || FileManager.default.fileExists(atPath: folder) {
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  /// Whether a process of a group runs. One that has ended keeps its number until the system's
  /// first process asks for its status, which can take seconds.
  private func isRunning(_ group: Int32) -> Bool {
    guard kill(-group, 0) == 0 else { return false }
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return numbers.contains { number in
      guard Int32(number) != nil,
        let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
        // The name, in brackets, is followed by the state, the parent and the group.
        let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 2
      else { return false }
      return Int32(fields[2]) == group && fields[0] != "Z" && fields[0] != "X"
    }
  }

  @Test func theKDCEndsWithAProgramThatIsKilled() throws {
    let held = try held()
    #expect(isRunning(held.group))
    held.program.send(SIGKILL)
    waitForEnd(held.group, held.folder)
    #expect(held.program.waitUntilExit() == 128 + SIGKILL)
    withExtendedLifetime(held.input) {}
  }

  @Test func theKDCEndsWithAProgramThatEnds() throws {
    let held = try held()
    try held.input.fileHandleForWriting.close()
    waitForEnd(held.group, held.folder)
    #expect(held.program.waitUntilExit() == 0)
  }

  /// Two realms at the same time have ports and keys of their own.
  @Test func realmsDoNotMeet() throws {
    let realms = try [Fixture.realm(), Fixture.realm()]
    let centers = try realms.map { try KeyDistributionCenter($0) }
    #expect(realms[0].port.number != realms[1].port.number)
    let file = try Fixture.keep(Fixture.right, in: realms[0])
    let (_, token) = try Fixture.token(file)
    let (finding, _) = try Acceptor(keytab: realms[1].serviceKeys).handshake().take(token)
    #expect(finding.outcome != .established)
    withExtendedLifetime(centers) {}
  }
}
