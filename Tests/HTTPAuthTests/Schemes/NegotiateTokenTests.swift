// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
import TestThreads
import Testing

@Suite("Tokens of Negotiate")
struct NegotiateTokenTests {
  private typealias Build = DERBuilder

  private func read(_ octets: [UInt8]) -> NegotiateToken { NegotiateToken(Octets(octets)) }

  // MARK: Valid tokens

  @Test func anOfferIsRead() throws {
    let token = read(
      Build.offer(
        [Build.kerberos, Build.ntlm], flags: [6, 0x40], token: Build.kerberosToken(),
        checksum: [7]))
    guard case .offer(let offer) = token else {
      Issue.record("\(token)")
      return
    }
    #expect(offer.mechanisms == [.kerberos, .ntlm])
    #expect(offer.requestedFlags == 0x4000_0000)
    #expect(offer.mechanismToken == Octets(Build.kerberosToken()))
    #expect(offer.listChecksum == Octets([7]))
    #expect(token.mechanisms == [.kerberos, .ntlm])
    #expect(!token.containsNTLM)
    let request = try #require(token.kerberosRequest)
    #expect(request.realm == "EXAMPLE")
    #expect(request.service == ["HTTP", "www.example"])
    #expect(request.isMutual)
    #expect(request.encryptionType == 18 && request.keyVersion == 3)
    #expect(request.authenticator == Octets([9, 8]))
  }

  @Test func anOfferMayHaveNothingButMechanisms() {
    guard case .offer(let offer) = read(Build.offer([Build.ntlm])) else {
      Issue.record("no offer")
      return
    }
    #expect(offer.requestedFlags == nil && offer.mechanismToken == nil && offer.listChecksum == nil)
  }

  @Test func aLaterVersionMayHaveMoreFields() {
    let more = Build.element(0xA9, Build.element(0x02, [1]))
    guard case .offer = read(Build.offer([Build.ntlm], more: more)) else {
      Issue.record("no offer")
      return
    }
  }

  @Test(arguments: NegotiationResponse.State.allCases)
  func aResponseIsRead(_ state: NegotiationResponse.State) {
    let token = read(
      Build.element(
        0xA1,
        Build.element(
          0x30, Build.element(0xA0, Build.element(0x0A, [UInt8(state.rawValue)])),
          Build.element(0xA1, Build.kerberos), Build.element(0xA2, Build.element(0x04, [1])),
          Build.element(0xA3, Build.element(0x04, [2])))))
    guard case .response(let response) = token else {
      Issue.record("\(token)")
      return
    }
    #expect(response.state == state && response.mechanism == .kerberos)
    #expect(response.mechanismToken == Octets([1]) && response.listChecksum == Octets([2]))
    #expect(token.mechanisms == [.kerberos])
  }

  @Test func kerberosWithoutSPNEGOIsRead() throws {
    let token = read(Build.kerberosToken(options: [0, 0, 0, 0, 0]))
    #expect(token.mechanisms == [.kerberos])
    #expect(try #require(token.kerberosRequest).isMutual == false)
  }

  @Test func ntlmIsFoundWhereverItIs() {
    #expect(read(Build.ntlmMessage) == .ntlm(message: 1))
    #expect(read(Build.ntlmMessage).containsNTLM)
    #expect(read(Build.offer([Build.ntlm], token: Build.ntlmMessage)).containsNTLM)
    let response = Build.element(
      0xA1, Build.element(0x30, Build.element(0xA2, Build.element(0x04, Build.ntlmMessage))))
    #expect(read(response).containsNTLM)
    #expect(!read(Build.offer([Build.ntlm], token: [0x4E])).containsNTLM)
    #expect(!read(Array("NTLMSSP".utf8)).containsNTLM)
  }

  // MARK: Invalid tokens

  private func problem(_ octets: [UInt8]) -> DERError? {
    if case .malformed(let error) = read(octets) { error } else { nil }
  }

  @Test func whatIsWrongIsNamed() {
    let offer = Build.offer([Build.kerberos])
    #expect(problem([]) == DERError(offset: 0, problem: .endsTooEarly))
    #expect(problem([0x30, 0]) == DERError(offset: 0, problem: .unexpectedElement))
    #expect(problem([0x60, 0x80, 0, 0]) == DERError(offset: 1, problem: .lengthIsNotDER))
    #expect(problem([0x60, 0x81, 5]) == DERError(offset: 1, problem: .lengthIsNotDER))
    #expect(problem([0x60, 0x82, 0, 200]) == DERError(offset: 1, problem: .lengthIsNotDER))
    #expect(
      problem([0x60, 0x84, 0x7F, 0xFF, 0xFF, 0xFF]) == DERError(offset: 6, problem: .endsTooEarly))
    #expect(
      problem([0x60, 0x89, 1, 1, 1, 1, 1, 1, 1, 1, 1])
        == DERError(offset: 1, problem: .lengthIsTooLarge))
    #expect(problem(offer + [0]) == DERError(offset: offer.count, problem: .octetsAfterTheEnd))
    #expect(problem([0x60, 3, 0x06, 1, 0x80]) == DERError(offset: 4, problem: .badValue))
    #expect(problem(Build.offer([[0x1F, 0x81, 0]]))?.problem == .unexpectedElement)
    #expect(problem(Build.offer([Build.kerberos], flags: [8, 0]))?.problem == .badValue)
    #expect(
      problem(
        Build.element(
          0xA1, Build.element(0x30, Build.element(0xA0, Build.element(0x0A, [4])))))?.problem
        == .badValue)
    for problem in DERError.Problem.allCases {
      #expect(!DERError(offset: 0, problem: problem).description.isEmpty)
    }
  }

  @Test func everyShorterTokenIsRefused() {
    let response = Build.element(
      0xA1, Build.element(0x30, Build.element(0xA0, Build.element(0x0A, [1]))))
    let whole = [
      Build.offer([Build.kerberos, Build.ntlm], flags: [6, 0x40], token: Build.kerberosToken()),
      response,
    ]
    for token in whole {
      for count in 0..<token.count { #expect(problem(Array(token[..<count])) != nil, "\(count)") }
    }
    // Of a mechanism other than SPNEGO only the frame is parsed at first.
    let kerberos = Build.kerberosToken()
    let body = kerberos[(kerberos.count - 20)...]
    #expect(throws: DERError.self) { try KerberosRequest(tokenBody: Octets(body)) }
  }

  @Test func everyShorterKerberosRequestIsRefused() throws {
    guard case .bare(.kerberos, let body) = read(Build.kerberosToken()) else {
      Issue.record("no request")
      return
    }
    _ = try KerberosRequest(tokenBody: body)
    for count in 0..<body.count {
      #expect(throws: DERError.self) {
        try KerberosRequest(tokenBody: Octets(body.bytes.prefix(count)))
      }
    }
  }

  /// Tokens with some octets changed, removed or added do not crash the parser, and its results are
  /// no larger than the tokens.
  @Test(arguments: 1...20) func changedTokensAreReadOrRefused(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let whole = Build.offer(
      [Build.kerberos, Build.ntlm], flags: [6, 0x40], token: Build.kerberosToken(), checksum: [1])
    var refused = 0
    for _ in 0..<2_000 {
      var token = whole
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let place = Int.random(in: 0..<token.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: token[place] = UInt8.random(in: 0...255, using: &random)
        case 1: token[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: token.remove(at: place)
        default: token.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      let read = read(token)
      if case .malformed(let error) = read {
        refused += 1
        #expect((0...token.count).contains(error.offset))
      }
      if let request = read.kerberosRequest { #expect(request.authenticator.count <= token.count) }
      #expect(read.mechanisms.count <= token.count)
      _ = (read.containsNTLM, "\(read)")
    }
    #expect(refused > 200)
  }

  @Test(arguments: 1...10) func randomOctetsAreReadOrRefused(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<60, using: &random)
      var token = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      if count > 2 { token[0] = Bool.random(using: &random) ? 0x60 : 0xA1 }
      _ = read(token).kerberosRequest
    }
  }

  // MARK: Time

  private static let shapes: [(name: String, make: @Sendable (Int) -> [UInt8])] = [
    ("mechanisms", { Build.offer(Array(repeating: Build.kerberos, count: $0 / 11)) }),
    ("shortest mechanisms", { Build.offer(Array(repeating: [0x06, 1, 1], count: $0 / 3)) }),
    (
      "a long mechanism",
      { count in
        Build.offer([Build.element(0x06, Array(repeating: 0x81, count: count) + [1])])
      }
    ),
    (
      "fields",
      { Build.offer([], more: Array(repeating: [0xA9, 0], count: $0 / 2).flatMap { $0 }) }
    ),
    ("a long token", { Build.offer([], token: Array(repeating: 1, count: $0)) }),
    (
      "frames in frames",
      { Array(repeating: [0x60, 0x84, 0x7F, 0xFF, 0xFF, 0xFF], count: $0 / 6).flatMap { $0 } }
    ),
  ]

  @Test(
    "Eight times the octets take no more than about eight times as long", arguments: shapes.indices)
  func isLinear(_ index: Int) {
    let shape = Self.shapes[index]
    let short = Octets(shape.make(16_000))
    let long = Octets(shape.make(128_000))
    var ratio = 0.0
    // Noise only makes runs slower: the best of a few tries counts.
    for _ in 0..<3 {
      ratio = quickest(long) / max(quickest(short), 1_000)
      if ratio < 24 { break }
    }
    #expect(ratio < 24, "\(shape.name): \(ratio) times as long")
  }

  private func quickest(_ token: Octets) -> Double {
    leastTime {
      let read = NegotiateToken(token)
      _ = (read.mechanisms.map(\.description), read.kerberosRequest, read.containsNTLM)
    }
  }

  // MARK: Identifiers

  @Test func identifiersAreWrittenWithDots() {
    #expect(MechanismIdentifier.kerberos.description == "1.2.840.113554.1.2.2")
    #expect(MechanismIdentifier.microsoftKerberos.description == "1.2.840.48018.1.2.2")
    #expect(MechanismIdentifier.ntlm.description == "1.3.6.1.4.1.311.2.2.10")
    #expect(MechanismIdentifier.spnego.description == "1.3.6.1.5.5.2")
    #expect(MechanismIdentifier(Octets([0x88, 0x37]))?.description == "2.999")
    let long = Octets(Array(repeating: 0xFF, count: 12) + [0x7F])
    #expect(MechanismIdentifier(long)?.description == "2.?")
    #expect(MechanismIdentifier(Octets()) == nil)
    #expect(MechanismIdentifier(Octets([0x81])) == nil)
    #expect(MechanismIdentifier(Octets([0x01, 0x80, 0x01])) == nil)
  }
}
