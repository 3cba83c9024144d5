// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Clients
import Platform
import ReferenceClient
import Transcripts
@testable import Fuzzing
import Glibc
import Synchronization
import TestThreads
import Testing

/// The number of octets that a client keeps.
private final class Keeping: Sendable {
  let octets = Atomic<Int64>(0)
}

/// The reference client, which keeps all fields of its responses.
private final class KeepingClient: ClientUnderTest, ClientObserver {
  private let client: ReferenceClient
  private var kept: [[UInt8]] = []
  private let keeping: Keeping?
  weak var observer: (any ClientObserver)?

  init(loop: EventLoop, keeping: Keeping?) {
    client = ReferenceClient(loop: loop)
    self.keeping = keeping
    client.observer = self
  }

  var identity: ClientIdentity { client.identity }
  var place: ClientPlace { .thisThread }
  func open(_ session: ClientSession) -> ClientTrouble? { client.open(session) }
  func change(_ session: ClientSession) -> ClientTrouble? { client.change(session) }
  func start(_ request: ClientRequest, number: Int) { client.start(request, number: number) }
  func abandon(_ number: Int) -> String { client.abandon(number) }
  func close() -> ClientTrouble? { client.close() }

  func client(asks question: CredentialsQuestion) -> CredentialsAnswer {
    observer?.client(asks: question) ?? .cancel
  }

  func client(finished request: Int, _ outcome: ClientOutcome) {
    if let keeping, case .response(let response) = outcome {
      for line in response.fields {
        kept.append(Array(line.value.bytes))
        keeping.octets.add(Int64(line.value.count), ordering: .relaxed)
      }
    }
    observer?.client(finished: request, outcome)
  }
}

@Suite("Memory", .onOwnThreads, .serialized)
struct MemoryOracleTests {
  private let input = FuzzInput(
    text: "WWW-Authenticate: Newauth realm=\"${300*a}\"\n")

  /// Other tests run in this process, so the memory of the whole process shows nothing.
  private func failures(keeps: Bool) throws -> [OracleFailure] {
    let keeping = Keeping()
    let target = ClientTarget(
      timeout: 1000, wrongClaims: [], coverage: nil,
      memory: { _ in ProcessMemory(process: 7, octets: keeping.octets.load(ordering: .relaxed)) }
    ) { KeepingClient(loop: $0, keeping: keeps ? keeping : nil) }
    defer { target.stop() }
    let observation = target.observe(input, lookingFor: FailureSignature(.memory))
    #expect(observation.examined.contains(.memory))
    return observation.failures.filter { $0.signature == FailureSignature(.memory) }
  }

  @Test("that grows with everything that is read is a failure; memory that is freed is not")
  func keeps() throws {
    let failure = try #require(try failures(keeps: true).first)
    #expect(failure.observed.hasSuffix("MiB kept"))
    #expect(try failures(keeps: false).isEmpty)
  }

  #if os(Linux)
    @Test("of a process is measured if the client has one of its own")
    func ownProcess() throws {
      var ends: [Int32] = [-1, -1]
      try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      defer { for end in ends { close(end) } }
      // After a line on its input, dd holds a block that the socket is too small for.
      let client = try SpawnedProgram(
        "/bin/sh", ["-c", "read line; exec dd if=/dev/zero bs=256M count=1 >&0"],
        environment: ["PATH": "/usr/bin:/bin"], input: ends[0], output: "/dev/null",
        errors: "/dev/null")
      // The end of a child that nobody fetches keeps Swift Testing from the ends of its own.
      defer {
        client.terminate()
        _ = client.waitUntilExit()
      }
      let place = ClientPlace.process(client.processIdentifier)
      let before = try #require(ProcessMemory(at: place))
      #expect(before.process == client.processIdentifier)
      #expect(unsafe write(ends[1], "\n", 1) == 1)
      client.wait { (ProcessMemory(at: place)?.octets ?? 0) - before.octets > 200 << 20 }
      let after = try #require(ProcessMemory(at: place))
      #expect(after.octets - before.octets > 200 << 20)
      #expect(ProcessMemory(at: .thisThread) == nil)
      #expect(ProcessMemory(at: .elsewhere) == nil)
      #expect(ProcessMemory(at: .process(0)) == nil)
    }
  #endif

  /// The failure of a process whose memory grows with the number of plays.
  private func failure(isKnown: Bool = false, growth: @escaping (_ plays: Int) -> Int64)
    -> OracleFailure?
  {
    var plays = 0
    return MemoryOracle.failure(
      input, isKnown: isKnown,
      memory: { ProcessMemory(process: 7, octets: 50 << 20 + growth(plays)) },
      play: { _ in plays += 1 })
  }

  @Test("that grows without end is a failure; a cache with a limit, or a pool, is not")
  func growth() {
    #expect(failure { Int64($0) * 8_000 } != nil)
    #expect(failure { Int64($0) * 5_000 } != nil)
    #expect(failure { Int64($0) * 2_000 } == nil)
    #expect(failure { min(Int64($0) * 8_000, 20 << 20) } == nil)
    // Memory that was freed before is used first.
    #expect(failure { max(0, Int64($0) * 8_000 - 2 << 20) } != nil)
    #expect(failure(isKnown: true) { max(0, Int64($0) * 8_000 - 2 << 20) } == nil)
    #expect(failure { _ in 0 } == nil)
    #expect(failure(isKnown: true) { min(Int64($0) * 8_000, 20 << 20) } != nil)
  }

  @Test("that cannot be measured is not examined")
  func silent() {
    #expect(MemoryOracle.failure(input, isKnown: false, memory: { nil }, play: { _ in }) == nil)
  }
}
