// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import TestThreads
import Testing

@testable import Kerberos

/// Tickets that are made without a KDC, and handshakes with them.
@Suite(.onOwnThreads, .enabled(if: RealmFixture.hasLibrary, "MIT Kerberos is not installed"))
struct AcceptorTests {
  private typealias Fixture = RealmFixture

  private func reason(_ finding: NegotiateFinding) -> GSSFailure.Reason? {
    if case .failed(let failure) = finding.outcome { failure.reason } else { nil }
  }

  /// What an acceptor finds about the first token that is sent with a ticket.
  private func finding(
    _ description: TicketDescription, clockOffset: Int32 = 0,
    _ options: Initiator.Options = Initiator.Options(), bindings: Octets? = nil
  ) throws -> NegotiateFinding {
    let realm = try Fixture.realm()
    let file = try Fixture.keep(description, in: realm, clockOffset: clockOffset)
    let (_, token) = try Fixture.token(
      file, to: description.storedFor ?? description.service, options)
    return try Acceptor(keytab: realm.serviceKeys).handshake().take(token, bindings: bindings).0
  }

  // MARK: Right tickets

  @Test(arguments: [false, true], [false, true])
  func aRightTicketIsAccepted(_ isWrapped: Bool, _ isMutual: Bool) throws {
    let realm = try Fixture.realm()
    let file = try Fixture.keep(Fixture.right, in: realm)
    var options = Initiator.Options()
    options.isWrapped = isWrapped
    options.isMutual = isMutual
    let (initiator, token) = try Fixture.token(file, options)
    let handshake = try Acceptor(keytab: realm.serviceKeys).handshake()
    let (finding, answer) = handshake.take(token)
    #expect(finding.outcome == .established)
    #expect(finding.principal == "alice@AUTHSPEC.TEST")
    #expect(finding.mechanism == .kerberos)
    #expect(finding.isMutual == isMutual && finding.isWrapped == isWrapped)
    #expect(!finding.isDelegated && finding.bindings == .unchecked)
    #expect(finding.token.mechanisms.first == .kerberos)
    #expect(!finding.token.containsNTLM)
    let request = try #require(finding.token.kerberosRequest)
    #expect(request.service == ["HTTP", "127.0.0.1"] && request.realm == "AUTHSPEC.TEST")
    #expect(request.isMutual == isMutual)
    if isWrapped || isMutual {
      #expect(initiator.take(answer) == .established(nil))
    }
  }

  @Test func twoRequestsWithOneTicketDiffer() throws {
    let realm = try Fixture.realm()
    let file = try Fixture.keep(Fixture.right, in: realm)
    let requests = try (0..<2).map { _ in
      try #require(NegotiateToken(Fixture.token(file).1).kerberosRequest)
    }
    #expect(requests[0].authenticator != requests[1].authenticator)
  }

  @Test func anotherPersonIsSeen() throws {
    let found = try finding(.init(client: Fixture.bob, service: Fixture.service))
    #expect(found.principal == "bob@AUTHSPEC.TEST")
  }

  @Test func aNewHandshakeBeginsAfterOneThatIsEstablished() throws {
    let realm = try Fixture.realm()
    let handshake = try Acceptor(keytab: realm.serviceKeys).handshake()
    for person in [Fixture.alice, Fixture.bob] {
      let file = try Fixture.keep(.init(client: person, service: Fixture.service), in: realm)
      let (finding, _) = handshake.take(try Fixture.token(file).1)
      #expect(finding.principal == Octets(person.description))
    }
    #expect(reason(handshake.take("xyz").0) == .token)
    let file = try Fixture.keep(Fixture.right, in: realm)
    #expect(handshake.take(try Fixture.token(file).1).0.outcome == .established)
  }

  // MARK: Wrong tickets

  @Test func anExpiredTicketIsNotSentByItsClient() throws {
    let realm = try Fixture.realm()
    var description = Fixture.right
    description.validity = TicketDescription.expired
    let file = try Fixture.keep(description, in: realm)
    #expect(throws: (any Error).self) { try Fixture.token(file) }
  }

  @Test func anExpiredTicketIsRefused() throws {
    var description = Fixture.right
    description.validity = TicketDescription.expired
    description.storedValidity = -60...28_800
    #expect(reason(try finding(description)) == .expired)
  }

  @Test func aTicketThatIsNotYetValidIsRefused() throws {
    var description = Fixture.right
    description.validity = TicketDescription.notYetValid
    description.storedValidity = -60...28_800
    #expect(reason(try finding(description)) == .notYetValid)
  }

  @Test func aClientWhoseClockIsWrongIsRefused() throws {
    var description = Fixture.right
    description.validity = -7_200...28_800
    for offset: Int32 in [-1_000, 1_000] {
      #expect(reason(try finding(description, clockOffset: offset)) == .clockSkew)
      #expect(try finding(description, clockOffset: offset / 10).outcome == .established)
    }
  }

  @Test func aTicketThatTheKDCDidNotMakeIsRefused() throws {
    var description = Fixture.right
    description.hasForeignKey = true
    #expect(reason(try finding(description)) == .integrity)
  }

  @Test func aTicketForAServiceWithoutAKeyIsRefused() throws {
    let found = try finding(.init(client: Fixture.alice, service: .web("elsewhere.test")))
    #expect(reason(found) == .noKey)
    #expect(found.token.kerberosRequest?.service == ["HTTP", "elsewhere.test"])
  }

  @Test func aTicketForAnotherServiceIsSeen() throws {
    var description = TicketDescription(client: Fixture.alice, service: .web("one.test"))
    description.storedFor = Fixture.service
    let found = try finding(description)
    #expect(found.outcome == .established)
    #expect(found.token.kerberosRequest?.service == ["HTTP", "one.test"])
  }

  @Test func withoutATicketThereIsNoToken() throws {
    let realm = try Fixture.realm()
    let file = try Fixture.keep(.init(client: Fixture.alice, service: .web("one.test")), in: realm)
    #expect(throws: Fixture.NoToken.self) { try Fixture.token(file) }
    #expect(throws: (any Error).self) { try Fixture.token(realm.ticketFile("nobody")) }
  }

  @Test func replacedAndRemovedTicketsAreNoticed() throws {
    let realm = try Fixture.realm()
    let file = try Fixture.keep(Fixture.right, in: realm)
    _ = try Fixture.token(file)
    realm.removeTickets("one")
    #expect(throws: (any Error).self) { try Fixture.token(file) }
    _ = try Fixture.keep(Fixture.right, in: realm)
    _ = try Fixture.token(file)
  }

  // MARK: Wrong answers

  @Test func aChangedAnswerIsRefusedByTheClient() throws {
    let realm = try Fixture.realm()
    let file = try Fixture.keep(Fixture.right, in: realm)
    let (initiator, token) = try Fixture.token(file)
    let answer = try #require(
      try Acceptor(keytab: realm.serviceKeys).handshake().take(token).1
    ).array
    var changed = answer
    changed[changed.count - 5] ^= 1
    guard case .failed(let failure) = initiator.take(Octets(changed)) else {
      Issue.record("a changed answer was accepted")
      return
    }
    #expect(!failure.words.isEmpty)
  }

  @Test func anAnswerOfAnotherHandshakeIsRefusedByTheClient() throws {
    let realm = try Fixture.realm()
    let file = try Fixture.keep(Fixture.right, in: realm)
    let acceptor = try Acceptor(keytab: realm.serviceKeys)
    let (first, _) = try Fixture.token(file)
    let (_, other) = try Fixture.token(file)
    guard case .failed = first.take(acceptor.handshake().take(other).1) else {
      Issue.record("another's answer was accepted")
      return
    }
  }

  // MARK: Channel bindings

  @Test func channelBindingsAreCompared() throws {
    var options = Initiator.Options()
    #expect(
      try finding(Fixture.right, options, bindings: "tls-server-end-point:1").bindings == .none)
    options.bindings = "tls-server-end-point:1"
    #expect(try finding(Fixture.right, options).bindings == .unchecked)
    let found = try finding(Fixture.right, options, bindings: "tls-server-end-point:1")
    #expect(found.outcome == .established && found.bindings == .matching)
    let refused = try finding(Fixture.right, options, bindings: "tls-server-end-point:2")
    #expect(reason(refused) == .bindings && refused.bindings == .wrong)
  }

  // MARK: Two legs (RFC 4178 5)

  @Test(arguments: [true, false])
  func anAcceptorAsksForTheMICOfTheList(_ isMutual: Bool) throws {
    let realm = try Fixture.realm()
    let file = try Fixture.keep(Fixture.right, in: realm)
    var options = Initiator.Options()
    options.isMutual = isMutual
    let (initiator, token) = try Fixture.token(file, options)
    let handshake = try Acceptor(keytab: realm.serviceKeys).handshake(asksForMIC: true)
    let (first, answer) = handshake.take(token)
    #expect(first.outcome == .continues && first.isMutual == isMutual)
    let second =
      switch initiator.take(answer) {
      case .continues(let token), .established(.some(let token)): token
      case .established(nil), .failed: Octets()
      }
    let (found, end) = handshake.take(second)
    #expect(found.outcome == .established && end == nil)
    #expect(found.principal == "alice@AUTHSPEC.TEST" && found.isMutual == isMutual)
    // Another handshake may follow.
    #expect(handshake.take(try Fixture.token(file, options).1).0.outcome == .continues)
  }

  @Test func aListThatIsNotProtectedIsRefused() throws {
    let realm = try Fixture.realm()
    let file = try Fixture.keep(Fixture.right, in: realm)
    let acceptor = try Acceptor(keytab: realm.serviceKeys)
    let state = DER.field(0, DER.element(0x0A, [0]))
    for fields in [[state], [state, DER.field(3, DER.octets([1, 2, 3]))]] {
      let handshake = acceptor.handshake(asksForMIC: true)
      #expect(handshake.take(try Fixture.token(file).1).0.outcome == .continues)
      let (found, answer) = handshake.take(Octets(DER.field(1, DER.sequence(fields))))
      #expect(reason(found) == .listChecksum && answer == nil)
    }
  }

  @Test func aClientThatBeginsAgainIsNotHeldToItsFirstToken() throws {
    let realm = try Fixture.realm()
    let file = try Fixture.keep(Fixture.right, in: realm)
    let handshake = try Acceptor(keytab: realm.serviceKeys).handshake(asksForMIC: true)
    for _ in 0..<2 { #expect(handshake.take(try Fixture.token(file).1).0.outcome == .continues) }
    var foreign = Fixture.right
    foreign.hasForeignKey = true
    let other = try Fixture.keep(foreign, in: realm, as: "other")
    #expect(reason(handshake.take(try Fixture.token(other).1).0) == .integrity)
  }

  // MARK: Other tokens

  @Test(
    arguments: [
      ("x", .token), ("NTLMSSP\0\u{1}\0\0\0", .mechanism), ("nothing", .other),
    ] as [(Octets, GSSFailure.Reason)])
  func otherTokensAreRefused(_ token: Octets, _ wanted: GSSFailure.Reason) throws {
    let realm = try Fixture.realm()
    let (found, _) = try Acceptor(keytab: realm.serviceKeys).handshake().take(token)
    #expect(reason(found) == wanted)
    #expect(found.token.containsNTLM == (wanted == .mechanism))
    #expect(found.principal == nil && !found.isMutual)
  }

  /// An empty token asks the acceptor to begin, which names its mechanisms.
  @Test func anEmptyTokenProvesNothing() throws {
    let realm = try Fixture.realm()
    let (found, answer) = try Acceptor(keytab: realm.serviceKeys).handshake().take("")
    #expect(found.outcome == .continues && found.principal == nil)
    #expect(answer != nil)
  }

  /// A client that would rather use NTLM, and one that offers nothing else.
  @Test func ntlmIsNotNegotiated() throws {
    let realm = try Fixture.realm()
    let acceptor = try Acceptor(keytab: realm.serviceKeys)
    let message = Array("NTLMSSP\0".utf8) + [1, 0, 0, 0]
    let ntlm = DER.element(0x06, MechanismIdentifier.ntlm.content.array)
    let kerberos = DER.element(0x06, MechanismIdentifier.kerberos.content.array)
    func offer(_ mechanisms: [[UInt8]]) -> Octets {
      let offer = DER.sequence([
        DER.field(0, DER.sequence(mechanisms)), DER.field(2, DER.octets(message)),
      ])
      let spnego = DER.element(0x06, MechanismIdentifier.spnego.content.array)
      return Octets(DER.application(0, spnego + DER.field(0, offer)))
    }
    let (only, _) = acceptor.handshake().take(offer([ntlm]))
    #expect(reason(only) == .mechanism && only.token.containsNTLM)
    let (first, answer) = acceptor.handshake().take(offer([ntlm, kerberos]))
    #expect(first.outcome == .continues && first.token.containsNTLM)
    #expect(NegotiateToken(try #require(answer)).mechanisms == [.kerberos])
  }

  /// A real token with octets changed: nobody is let in as somebody else, and nothing crashes.
  @Test func changedTokensAreRefused() throws {
    let realm = try Fixture.realm()
    let file = try Fixture.keep(Fixture.right, in: realm)
    let token = try Fixture.token(file).1.array
    let acceptor = try Acceptor(keytab: realm.serviceKeys)
    var refused = 0
    for place in token.indices {
      var changed = token
      changed[place] ^= 0x04
      let (found, _) = acceptor.handshake().take(Octets(changed))
      if found.outcome == .established {
        #expect(found.principal == "alice@AUTHSPEC.TEST")
      } else {
        refused += 1
      }
    }
    #expect(refused > token.count * 9 / 10)
  }

  // MARK: Threads

  /// Two threads, each with a person of its own and 400 handshakes with one acceptor.
  @Test func handshakesOfSeveralThreadsAreKeptApart() async throws {
    let realm = try Fixture.realm()
    let acceptor = try Acceptor(keytab: realm.serviceKeys)
    let people = [Fixture.alice, Fixture.bob]
    for person in people {
      _ = try Fixture.keep(
        .init(client: person, service: Fixture.service), in: realm, as: person.description)
    }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for person in people {
        let file = realm.ticketFile(person.description)
        group.addTask {
          var right = 0
          for _ in 0..<400 {
            let (initiator, token) = try Fixture.token(file)
            let (found, answer) = acceptor.handshake().take(token)
            if found.outcome == .established, found.principal == Octets(person.description),
              initiator.take(answer) == .established(nil)
            {
              right += 1
            }
          }
          return right
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [400, 400])
  }
}
