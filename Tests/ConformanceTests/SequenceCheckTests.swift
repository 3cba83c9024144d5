import ClientDrivers
import HTTPAuth
import Testing

@testable import Conformance

/// The list of a server's exchanges: a right client passes, each wrong one is told why it does not.
@Suite struct SequenceCheckTests {
  static let digest = """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ protect: digest }]
        expect:
          origin:
            - { credentials: none, replied: challenge }
            - { credentials: valid, nc: 1, replied: 200 }
          client: { status: 200 }
    """

  @Test func rightClientPasses() throws {
    let result = try Rehearsal.result(Self.digest) { $0.login { DigestDraft($0).value } }
    #expect(result.verdict == .pass, "\(result.complaints)")
    #expect(result.complaints == [])
    #expect(result.verdict("1.origin.exchanges") == .pass)
    #expect(result.verdict("1.origin.2.nc") == .pass)
    #expect(result.verdict("1.client.outcome") == .pass)
  }

  @Test func missingRequest() throws {
    let result = try Rehearsal.result(Self.digest) { .response($0.send()) }
    let check = try #require(result["1.origin.exchanges"])
    #expect(result.verdict == .fail)
    #expect(check.verdict == .fail)
    #expect(
      check.finding
        == Finding(
          expected: "request 2 to origin: a request with valid credentials, answered with 200",
          observed: "no request after the first 1", exchange: 0))
    #expect(result.verdict("1.origin.2.nc") == .inconclusive)
    #expect(result.verdict("1.client.outcome") == .fail)
    #expect(result["1.client.outcome"]?.finding?.observed == "status 401")
  }
}
