// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Glibc
import TestThreads
import Testing

/// Clients that do their worst: the case gets a verdict, and the next case knows nothing of it.
@Suite(.onOwnThreads, .serialized) struct HostileClientTests {
  static let text = """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ protect: digest }]
        expect:
          origin: [{ credentials: none }, { credentials: valid, nc: 1, connection: same }]
          client: { status: 200 }
    """

  /// The result of a case after the hostile one, on the same servers with the same client.
  static func play(
    _ backEnd: BackEnd, timeout: Int = 500,
    _ hostile: @escaping CannedClient.Script
  ) throws -> CaseResult {
    let plan = CasePlan(try Rehearsal.played(text), backEnd: backEnd)
    let loop = EventLoop()
    var isHostile = true
    let client = CannedClient(loop: loop) { caller in
      isHostile ? hostile(caller) : caller.login { DigestDraft($0).value }
    }
    let player = CasePlayer(loop: loop, client: client, timeout: timeout)
    defer { player.stop() }
    let result = player.play(plan).judged()
    isHostile = false
    let next = player.play(plan).judged()
    #expect(next.verdict == .pass, "\(next.complaints)")
    #expect(next.play?.recording.exchanges.count == 2)
    #expect(next.play?.recording.connections.count == 1)
    return result
  }

  static let failure = ClientOutcome.failure(ClientFailure(kind: .other, message: "so there"))

  @Test(arguments: BackEnd.allCases)
  func flood(backEnd: BackEnd) throws {
    let result = try Self.play(backEnd) { caller in
      for number in 0..<2_000 {
        let socket = caller.connection("origin", "\(number % 5)")
        guard socket.send(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)) else { continue }
        _ = socket.response(to: "GET", within: 200)
      }
      return Self.failure
    }
    #expect(result.verdict == .fail)
    #expect(result.invariant("bounded") == .fail)
  }

  @Test(arguments: BackEnd.allCases)
  func manyConnections(backEnd: BackEnd) throws {
    let result = try Self.play(backEnd) { caller in
      for number in 0..<200 { caller.connection("origin", "\(number)").send([0x47]) }
      return Self.failure
    }
    #expect(result.verdict == .fail)
  }

  @Test(arguments: BackEnd.allCases)
  func stall(backEnd: BackEnd) throws {
    let result = try Self.play(backEnd, timeout: -1_800) { caller in
      caller.connection().send(Array("GET / HT".utf8))
      return nil
    }
    #expect(result.verdict == .timeout)
    #expect(result.invariant("client-is-sound") == .timeout)
  }

  @Test(arguments: BackEnd.allCases)
  func hugeHeader(backEnd: BackEnd) throws {
    let result = try Self.play(backEnd) { caller in
      let socket = caller.connection()
      socket.send(Array("GET / HTTP/1.1\r\nHost: x\r\nX-Long: ".utf8))
      socket.send(Array(repeating: 0x41, count: 10 << 20))
      socket.send(Array("\r\n\r\n".utf8))
      return Self.failure
    }
    #expect(result.verdict == .fail)
    #expect(result.checks.count > 2)
  }

  @Test(arguments: BackEnd.allCases)
  func garbage(backEnd: BackEnd) throws {
    let result = try Self.play(backEnd) { caller in
      var random = Lottery(seed: 401)
      for number in 0..<50 {
        let octets = (0..<1_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        caller.connection("origin", "\(number)").send(octets)
      }
      return Self.failure
    }
    #expect(result.verdict == .fail)
  }

  @Test(arguments: BackEnd.allCases)
  func garbageInCredentials(backEnd: BackEnd) throws {
    let result = try Self.play(backEnd) { caller in
      caller.send()
      var random = Lottery(seed: 407)
      var last = ClientResponse(status: 0)
      for _ in 0..<30 {
        let octets = (0..<200).map { _ in UInt8.random(in: 0x21...0xFE, using: &random) }
        last = caller.send("GET", "/", [("Authorization", Octets(octets))])
      }
      return .response(last)
    }
    #expect(result.verdict == .fail)
    #expect(result.invariant("well-formed") == .fail)
  }

  @Test(arguments: BackEnd.allCases)
  func halfARequest(backEnd: BackEnd) throws {
    let result = try Self.play(backEnd) { caller in
      caller.connection("origin", "a").send(Array("GET / HTTP/1.1\r\nHost: x".utf8))
      caller.connection("origin", "b").send(
        Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf".utf8))
      caller.connection("origin", "a").turn(for: 50) { false }
      return Self.failure
    }
    #expect(result.verdict == .fail)
  }

  @Test(arguments: BackEnd.allCases)
  func disconnect(backEnd: BackEnd) throws {
    let result = try Self.play(backEnd) { caller in
      for number in 0..<20 {
        let socket = caller.connection("origin", "\(number)")
        socket.send(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        if number % 2 == 0 { socket.reset() } else { socket.close() }
      }
      return Self.failure
    }
    #expect(result.verdict == .fail)
  }

  @Test func outcomesNobodyAskedFor() throws {
    let result = try Self.play(.wire) { caller in
      for number in [-1, 1, Int.max] {
        caller.client.observer?.client(finished: number, Self.failure)
      }
      let outcome = caller.login { DigestDraft($0).value }
      caller.client.observer?.client(finished: 0, outcome)
      return Self.failure
    }
    // The first outcome counts.
    #expect(result.verdict == .pass, "\(result.complaints)")
  }

  // MARK: The harness's own troubles

  /// Where there is no socket to be had the case is void, and the run goes on.
  @Test func noSocketToBind() async {
    // The limit is the whole process's: what runs beside must not feel it.
    await #expect(processExitsWith: .success) {
      let cases = try RunTests.cases(3)
      var limit = rlimit()
      _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let usual = limit
      var verdicts: [Verdict] = []
      var reasons: [String?] = []
      var held: [Int32] = []
      let run = Run(plans: cases.planned(), options: RunOptions(), expected: nil) {
        CannedClient(loop: $0) { .response($0.send()) }
      }
      // All descriptors below the limit are taken before the first case.
      limit.rlim_cur = 64
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      while true {
        let descriptor = unsafe open("/dev/null", O_RDONLY)
        guard descriptor >= 0 else { break }
        held.append(descriptor)
      }
      let summary = run.perform(interruption: Interruption()) { event in
        guard case .caseFinished(let result) = event else { return }
        verdicts.append(result.verdict)
        reasons.append(result.reason)
        var restored = usual
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &restored)
        for descriptor in held { _ = Glibc.close(descriptor) }
        held = []
      }
      precondition(verdicts == [.error, .pass, .pass], "\(verdicts) \(reasons)")
      precondition(reasons[0]?.contains("Too many open files") == true, "\(reasons)")
      precondition(Transcripts.ExitStatus(summary, requiring: 0) == .fault)
    }
  }
}
