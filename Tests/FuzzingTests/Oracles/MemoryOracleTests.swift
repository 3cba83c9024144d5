import ClientDrivers
import Conformance
import HTTPAuth
import Polling
import ReferenceClient
import Testing

@testable import Fuzzing

/// The reference client, which keeps whatever fields its responses had.
private final class KeepingClient: ClientUnderTest, ClientObserver {
  private let client: ReferenceClient
  private var kept: [[UInt8]] = []
  private let keeps: Bool
  weak var observer: (any ClientObserver)?

  init(loop: EventLoop, keeps: Bool) {
    client = ReferenceClient(loop: loop)
    self.keeps = keeps
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
    if keeps, case .response(let response) = outcome {
      for line in response.fields { kept.append(Array(line.value.bytes)) }
    }
    observer?.client(finished: request, outcome)
  }
}

@Suite("Memory", .serialized)
struct MemoryOracleTests {
  private let input = FuzzInput(
    text: "WWW-Authenticate: Newauth realm=\"${300*a}\"\n")

  private func hits(keeps: Bool) -> [Hit] {
    let target = ClientTarget(timeout: 1000) { KeepingClient(loop: $0, keeps: keeps) }
    defer { target.stop() }
    // What others gave back would be used first.
    let ballast = (0..<2_000).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 8_000) }
    return withExtendedLifetime(ballast) {
      let observation = target.observe(input, lookingFor: MemoryOracle.cause)
      #expect(observation.examined.contains(OracleSet("memory")))
      return observation.hits.filter { $0.cause == MemoryOracle.cause }
    }
  }

  #if os(Linux)
    @Test("that grows with all that is read is objected to")
    func keeps() throws {
      let hit = try #require(hits(keeps: true).first)
      #expect(hit.observed.hasSuffix("MiB kept"))
    }
  #endif

  #if os(Linux)
    @Test("that is given back is not")
    func givesBack() { #expect(hits(keeps: false).isEmpty) }
  #endif

  /// What a process holds after each look, when it is sent some octets between them.
  private func hit(isKnown: Bool = false, growth: @escaping (_ plays: Int) -> Int64) -> Hit? {
    var plays = 0
    return MemoryOracle.hit(
      input, isKnown: isKnown,
      memory: { ProcessMemory(process: 7, octets: 50 << 20 + growth(plays)) },
      play: { _ in plays += 1 })
  }

  @Test("that grows without end is objected to; a cache that is full some day, or a pool, is not")
  func growth() {
    #expect(hit { Int64($0) * 8_000 } != nil)
    #expect(hit { Int64($0) * 5_000 } != nil)
    #expect(hit { Int64($0) * 2_000 } == nil)
    #expect(hit { min(Int64($0) * 8_000, 20 << 20) } == nil)
    // What others gave back is used first.
    #expect(hit { max(0, Int64($0) * 8_000 - 2 << 20) } != nil)
    #expect(hit(isKnown: true) { max(0, Int64($0) * 8_000 - 2 << 20) } == nil)
    #expect(hit { _ in 0 } == nil)
    #expect(hit(isKnown: true) { min(Int64($0) * 8_000, 20 << 20) } != nil)
  }

  @Test("of a process that tells nothing is not looked at")
  func silent() {
    #expect(MemoryOracle.hit(input, isKnown: false, memory: { nil }, play: { _ in }) == nil)
  }
}
