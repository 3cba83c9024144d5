// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Platform
import Playing
import ReferenceClient
@testable import Fuzzing
import TestThreads
import Testing
import Transcripts

@Suite("A campaign over HTTP/2", .onOwnThreads, .serialized)
struct HTTP2CampaignTests {
  private func campaign(
    _ start: HTTP2Start, runs: UInt64, findings: Int? = nil, seeds: [FuzzInput] = [],
    makeClient: @escaping Run.ClientFactory
  ) -> CampaignSummary {
    var options = CampaignOptions()
    options.seed = 5
    options.runs = runs
    options.findings = findings
    let abilities = makeClient(EventLoop()).identity.abilities
      .subtracting(HTTP2Start.missingAbilities)
    let campaign = Campaign(
      options: options, scope: InputScope(abilities: abilities), seeds: seeds
    ) {
      ClientTarget(
        timeout: 10_000, wrongClaims: HTTP2Start.missingAbilities, http2: start,
        makeClient: makeClient)
    }
    return campaign.perform(interruption: Interruption()) { _ in }
  }

  @Test(
    "Nothing is wrong with a client that has no fault",
    arguments: [HTTP2Start.afterALPN, .withPriorKnowledge])
  func faultless(start: HTTP2Start) {
    let summary = campaign(start, runs: 1_000) { ReferenceClient(loop: $0) }
    #expect(summary.findings.map { "\($0.input.text): \($0.sentence)" } == [])
    #expect(summary.progress.runs + summary.progress.skipped == 1_000)
    #expect(summary.progress.runs > 500)
    #expect(summary.progress.skipped > 50)
  }

  @Test(
    "A fault is found and its input minimised",
    arguments: [.splitAtQuotedCommas, .parameterNamesByCase, .quotedPairsKept] as [Fault.Name])
  func found(fault: Fault.Name) throws {
    let summary = campaign(.withPriorKnowledge, runs: 5_000, findings: 1) {
      ReferenceClient(loop: $0, faults: [fault])
    }
    let finding = try #require(summary.findings.first)
    #expect(finding.isStable)
    #expect(finding.input.text.count < 100, "\(finding.input.text)")
  }

  @Test("libcurl's known defect is found over TLS, and its scenario speaks HTTP/2")
  func libcurl() throws {
    let target = ClientTarget(timeout: 10_000, http2: .afterALPN) { LibcurlClient(loop: $0) }
    defer { target.stop() }
    let input = FuzzInput(challenges: ["Digest realm=a,nonce= \"a\",qop=auth"])
    let failure = try #require(target.observe(input, lookingFor: nil).failures.first)
    let finding = FuzzFinding(
      failure: failure, features: [], input: input, original: input, run: 0, isStable: true)
    let evidence = try #require(target.evidence(of: finding))
    #expect(evidence.scenario.contains("origin: { back-end: wire, http: \"2\", tls: {} }"))
    let requests = try #require(evidence.result.play?.recording.exchanges)
    #expect(requests.count > 0)
    #expect(requests.allSatisfy { $0.request.version == "HTTP/2" })
  }

  @Test(
    "An input that HTTP/2 cannot carry is skipped",
    arguments: [
      "WWW-Authenticate: Basic\n realm=a\n", "WWW-Authenticate:  Basic realm=\"a\"\n",
      "WWW-Authenticate: Basic realm=\"a\" \n", "WWW-Authenticate: Basic realm=\"\u{0}\"\n",
      "WWW-Authenticate: Basic realm=\"a\rb\"\n", "WWW Authenticate: Basic realm=a\n",
      "Connection: close\nWWW-Authenticate: Basic realm=a\n",
      ":until-close\nWWW-Authenticate: Basic realm=a\n",
      ":close-silently\nWWW-Authenticate: Basic realm=a\n",
      ":proxy\nProxy-Authenticate: Basic realm=a\n",
      "HTTP/1.1 401 No\nWWW-Authenticate: Basic realm=a\n",
      "HTTP/2 x\nWWW-Authenticate: Basic realm=a\n",
      ":interim 103 Connection: x\nWWW-Authenticate: Basic realm=a\n",
    ])
  func skipped(text: String) {
    let target = ClientTarget(timeout: 10_000, http2: .withPriorKnowledge) {
      ReferenceClient(loop: $0)
    }
    defer { target.stop() }
    let plain = FuzzInput(challenges: ["Basic realm=a"])
    let observed = target.observe([FuzzInput(text: Octets(text)), plain])
    #expect(!observed[1].isSkipped)
    #expect(observed[1].behaviour == target.observe(plain, lookingFor: nil).behaviour)
    #expect(observed[0].isSkipped, "\(text)")
  }
}
