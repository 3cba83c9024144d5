// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Playing
import ReferenceClient
@testable import Fuzzing
import TestThreads
import Testing

@Suite("A campaign", .onOwnThreads, .serialized)
struct CampaignTests {
  /// The events of a campaign in order, and its summary.
  private func campaign(
    faults: Set<Fault.Name>, runs: UInt64, jobs: Int = 1, seed: UInt64 = 3, findings: Int? = nil
  ) -> (log: [String], summary: CampaignSummary) {
    var options = CampaignOptions()
    options.seed = seed
    options.runs = runs
    options.jobs = jobs
    options.findings = findings
    let campaign = Campaign(options: options, scope: .all, seeds: []) {
      ClientTarget(timeout: 10_000) { ReferenceClient(loop: $0, faults: faults) }
    }
    var log: [String] = []
    let summary = campaign.perform(interruption: Interruption()) { event in
      switch event {
      case .joined(let input): log.append("joined \(input.text)")
      case .suspected(let input): log.append("suspected \(input.text)")
      case .settled(let input): log.append("settled \(input.text)")
      case .found(let finding, let evidence):
        log.append("found \(finding.id) \(finding.input.text) \(evidence?.scenario ?? "")")
      case .progressed: break
      }
    }
    return (log, summary)
  }

  @Test("Nothing is wrong with a client that has no fault")
  func faultless() {
    let (_, summary) = campaign(faults: [], runs: 2_000)
    #expect(summary.findings.map { "\($0.input.text): \($0.sentence)" } == [])
    #expect(summary.progress.runs == 2_000)
    #expect(summary.progress.corpus > 100)
  }

  @Test("The same seed leads to the same events, whatever the number of workers")
  func deterministic() {
    let faults: Set<Fault.Name> = [.splitAtQuotedCommas, .emptyElementsRefused]
    let alone = campaign(faults: faults, runs: 1_500)
    let again = campaign(faults: faults, runs: 1_500)
    let together = campaign(faults: faults, runs: 1_500, jobs: 3)
    #expect(alone.log == again.log)
    #expect(alone.log == together.log)
    #expect(alone.log.contains { $0.hasPrefix("found") })
    #expect(campaign(faults: faults, runs: 1_500, seed: 4).log != alone.log)
  }

  @Test("Inputs suspected by an earlier campaign are played first, and settled")
  func suspectedBefore() {
    let harmless = FuzzInput(challenges: ["Basic realm=a"])
    let failing = FuzzInput(challenges: ["Digest realm=\"a, b\", nonce=c, qop=auth"])
    var options = CampaignOptions()
    options.runs = 4
    options.suspected = [harmless, failing]
    let campaign = Campaign(options: options, scope: .all, seeds: [harmless]) {
      ClientTarget(timeout: 10_000) {
        ReferenceClient(loop: $0, faults: [.splitAtQuotedCommas])
      }
    }
    var waiting = [harmless: 1, failing: 1]
    var found: [FuzzInput] = []
    let summary = campaign.perform(interruption: Interruption()) { event in
      switch event {
      case .suspected(let input): waiting[input, default: 0] += 1
      case .settled(let input): waiting[input, default: 0] -= 1
      case .found(let finding, _): found.append(finding.original)
      default: break
      }
    }
    #expect(summary.progress.runs == 4)
    #expect(found.contains(failing))
    #expect(waiting.values.allSatisfy { $0 == 0 }, "\(waiting)")
  }

  @Test(
    "A fault is found and its input minimised",
    arguments: [
      .splitAtQuotedCommas, .parameterNamesByCase, .crashesWithoutNonce, .parametersBleed,
      .quotedPairsKept, .token68Refused, .charsetIgnored,
    ] as [Fault.Name])
  func found(fault: Fault.Name) throws {
    let (_, summary) = campaign(faults: [fault], runs: 5_000, findings: 1)
    let finding = try #require(summary.findings.first)
    #expect(finding.isStable)
    #expect(finding.input.text.count < 100, "\(finding.input.text)")
  }
}
