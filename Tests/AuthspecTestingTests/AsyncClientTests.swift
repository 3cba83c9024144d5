// SPDX-License-Identifier: Apache-2.0

import AuthspecTesting
import Clients
import Transcripts
import Foundation
import Testing

/// A client whose responses a test determines.
private struct CannedClient: AsyncClient {
  var answer: @Sendable (ClientRequest) async throws -> ClientResponse
  var isKept: Bool?

  func response(to request: ClientRequest) async throws -> ClientResponse {
    try await answer(request)
  }

  func change(_ session: ClientSession) async throws -> Bool { isKept ?? false }
}

@Suite("A client of asynchronous functions, played to from a test")
struct AsyncClientTests {
  private static let plain = """
    title: A plain request
    level: must
    steps:
      - request: { path: /first }
        origin: [{ reply: 200 }]
        expect: { client: { status: 200 } }

    """
  private static let changed =
    plain + """
        - client: { redirects: 3 }
          request: { path: /second }
          origin: [{ reply: 200 }]
          expect: { client: { status: 200 } }

      """

  private static func cases(_ text: String) throws -> [ScenarioCase] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())/Scenarios")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    try Data(text.utf8).write(to: folder.appending(path: "case.yaml"))
    return try ScenarioCase.all(in: folder.path)
  }

  private static func outcome(
    _ text: String = plain, isKept: Bool? = nil, timeout: Int = 10_000,
    making: (@Sendable () throws -> Void)? = nil,
    _ answer: @escaping @Sendable (ClientRequest) async throws -> ClientResponse
  ) async throws -> ScenarioOutcome {
    let played = try #require(try cases(text).first)
    return await played.play(timeout: timeout) { loop in
      AsyncClientUnderTest(loop: loop, name: "canned", abilities: ["change", "memory"]) { _ in
        try making?()
        return CannedClient(answer: answer, isKept: isKept)
      }
    }
  }

  @Test("A response, an error, a refusal and silence are each reported")
  func ends() async throws {
    let good = try await Self.outcome { _ in ClientResponse(status: 200) }
    #expect(good.verdict == .pass, "\(good)")
    #expect(good.isGood && good.isConclusive)
    let other = try await Self.outcome { _ in ClientResponse(status: 404) }
    #expect(other.verdict == .fail && !other.isGood)
    #expect(other.description.contains("observed  status 404"), "\(other)")
    let failed = try await Self.outcome { _ in
      throw ClientFailure(kind: .tls, message: "no trust")
    }
    #expect(failed.description.contains("an error of kind tls: no trust"), "\(failed)")
    let refused = try await Self.outcome { _ in throw ClientTrouble.unsupported("this") }
    #expect(refused.verdict == .skipped && !refused.isConclusive, "\(refused)")
    let unknown = try await Self.outcome { _ in throw CocoaError(.fileNoSuchFile) }
    #expect(unknown.verdict == .fail, "\(unknown)")
    #expect(unknown.description.contains("an error of kind internal"), "\(unknown)")
    let silent = try await Self.outcome(timeout: 1) { _ in
      // Longer than the thread that plays can be kept from looking at the time.
      try await Task.sleep(for: .seconds(86_400))
      return ClientResponse(status: 200)
    }
    #expect(silent.verdict == .timeout, "\(silent)")
  }

  @Test("A client that cannot be made is reported")
  func making() async throws {
    let refused = try await Self.outcome(making: { throw ClientTrouble.unsupported("that") }) { _ in
      ClientResponse(status: 200)
    }
    #expect(refused.verdict == .skipped, "\(refused)")
    let faulty = try await Self.outcome(making: { throw CocoaError(.fileNoSuchFile) }) { _ in
      ClientResponse(status: 200)
    }
    #expect(faulty.verdict == .error, "\(faulty)")
  }

  @Test("A client that is made anew for a change shows nothing about memory")
  func changes() async throws {
    let kept = try await Self.outcome(Self.changed, isKept: true) { _ in
      ClientResponse(status: 200)
    }
    #expect(kept.verdict == .pass, "\(kept)")
    let renewed = try await Self.outcome(Self.changed) { _ in ClientResponse(status: 200) }
    #expect(renewed.verdict == .inconclusive, "\(renewed)")
  }

  @Test("More cases than cores, all at once, are played to their end")
  func many() async throws {
    let verdicts = try await withThrowingTaskGroup(of: Verdict.self) { group in
      for _ in 0..<40 {
        group.addTask {
          try await Self.outcome { _ in
            try await Task.sleep(for: .milliseconds(5))
            return ClientResponse(status: 200)
          }.verdict
        }
      }
      return try await group.reduce(into: [Verdict]()) { $0.append($1) }
    }
    #expect(verdicts == Array(repeating: .pass, count: 40))
  }

  @Test("authspec's own scenarios can also be played to a client on the loop")
  func onTheLoop() async throws {
    let cases = try ScenarioCase.all(["basic/empty-realm-is-a-realm"])
    #expect(cases.map(\.description).contains("basic/empty-realm-is-a-realm[side=origin]"))
    for played in cases {
      let outcome = await played.play(timeout: 10_000) { LibcurlClient(loop: $0) }
      #expect(outcome.verdict == .pass, "\(outcome)")
    }
  }

  @Test("Names that fit nothing and files that are not valid are errors")
  func mistakes() {
    #expect {
      try ScenarioCase.all(["basic/empty-raelm-is-a-realm"])
    } throws: {
      "\($0)".contains("did you mean basic/empty-realm-is-a-realm?")
    }
    #expect { try Self.cases("title: 1\n") } throws: { "\($0)".contains("case.yaml:1") }
  }
}
