import Clients
import HTTPAuth
import Scenarios
import Transcripts
@testable import Fuzzing
import Synchronization
import Testing

/// How many requests there were.
private final class RequestCount: Sendable {
  private let count = Mutex(0)

  func add() { count.withLock { $0 += 1 } }

  /// What there were since it was asked before.
  func take() -> Int {
    count.withLock { count in
      defer { count = 0 }
      return count
    }
  }
}

/// Never comes to an end, in a process of its own as far as it says.
private final class HangingClient: ClientUnderTest {
  weak var observer: (any ClientObserver)?
  let identity = ClientIdentity(name: "hanging", version: "1", abilities: ["basic", "digest"])
  let place = ClientPlace.elsewhere
  private let requests: RequestCount

  init(_ requests: RequestCount) { self.requests = requests }

  func open(_ session: ClientSession) -> ClientTrouble? { nil }
  func change(_ session: ClientSession) -> ClientTrouble? { nil }
  func start(_ request: ClientRequest, number: Int) { requests.add() }
  func abandon(_ number: Int) -> String { "" }
  func close() -> ClientTrouble? { nil }
}

/// Lets time run out over whatever is long.
private final class LongTarget: FuzzTarget {
  private let cause: OracleFailure.Cause
  private(set) var waits = 0

  init(_ cause: OracleFailure.Cause) { self.cause = cause }

  func observe(_ input: FuzzInput, lookingFor cause: OracleFailure.Cause?) -> TargetObservation {
    guard input.text.count > 150 else { return TargetObservation(signature: Signature(), hits: []) }
    waits += 1
    let hit = OracleFailure(cause: self.cause, isGrave: true, expected: "an end", observed: "none")
    return TargetObservation(signature: Signature(), hits: [hit])
  }

  func evidence(of finding: FuzzFinding) -> FindingEvidence? { nil }
  func stop() {}
}

@Suite("A client that hangs")
struct HangingClientTests {
  @Test("is given its time twice until it is known to hang, and its work is not measured")
  func time() {
    let requests = RequestCount()
    let target = ClientTarget(timeout: 20) { _ in HangingClient(requests) }
    defer { target.stop() }
    let shown = (1...6).map { number in
      let input = FuzzInput(challenges: [Octets("Basic realm=\"\(number)\"")])
      #expect(target.observe(input, lookingFor: nil).hits.map(\.cause.place) == ["hung"])
      return requests.take()
    }
    #expect(shown == [2, 2, 2, 2, 1, 1])
  }

  @Test("is waited for a few times only while an input is made small")
  func looks() {
    let cause = OracleFailure.Cause(oracle: "client-is-sound", place: OracleFailure.Cause.hung)
    let target = LongTarget(cause)
    let parameters = (0..<40).map { "p\($0)=\"value \($0 * $0)\"" }.joined(separator: ", ")
    let input = FuzzInput(challenges: [Octets("Digest \(parameters)")])
    var book = FindingDeduplicator(known: [])
    let found = book.look(
      into: target.observe(input, lookingFor: nil).hits, input, InputTrees(input).traits, run: 1,
      target, unless: { false })
    #expect(found.map(\.hit.cause) == [cause])
    #expect(found.allSatisfy { $0.input.text.count < input.text.count })
    // One to begin with, two to be sure, eight that make it smaller, one at the end, and for traits that are left.
    #expect(target.waits <= 16)
  }

  @Test("and says no more is told of once; what it said before is something else")
  func once() {
    func hit(_ oracle: String, _ place: String) -> OracleFailure {
      OracleFailure(
        cause: OracleFailure.Cause(oracle: oracle, place: place), isGrave: true, expected: "",
        observed: "")
    }
    let hung = hit("client-is-sound", "hung")
    let wrong = hit("answer", "hung, digest qopUnasked")
    #expect(
      OracleFailure.weightiest([hit("answer", "hung, no credentials"), hung, wrong]) == [
        hung, wrong,
      ])
    let silent = [hit("answer", "no credentials"), hit("echo", "digest realmChanged")]
    #expect(Set(OracleFailure.weightiest(silent)) == Set(silent))
  }
}
