// SPDX-License-Identifier: Apache-2.0

import Transcripts
import HTTPAuth
import Platform
import Playing
import ScenarioFiles
import Scenarios
@testable import ReferenceClient
import Foundation
import TestThreads
import Testing
import Trials

/// Behaviour that the RFCs leave to the client is not a fault.
@Suite("Legal variants", .onOwnThreads, .serialized) struct VariantTests {
  @Test("Every name stands once in the list, with a sentence of its own and the RFC's")
  func registry() {
    #expect(Variant.allCases.count == Variant.Name.allCases.count)
    #expect(Set(Variant.allCases.map(\.name)) == Set(Variant.Name.allCases))
    #expect(Variant.allCases.count >= 60)
    #expect(Set(Variant.allCases.map(\.sentence)).count == Variant.allCases.count)
    for variant in Variant.allCases {
      #expect(variant.sentence.first?.isUppercase == true && variant.sentence.hasSuffix("."))
      #expect(variant.source.wholeMatch(of: /RFC \d+ [A-Z0-9.]+/) != nil, "\(variant.name)")
      #expect(!variant.text.isEmpty)
    }
  }

  @Test("What a variant breaks is known, and no MUST")
  func broken() throws {
    let file = Repository.root.appending(path: "Scenarios/requirements.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    for id in Set(Variant.allCases.flatMap(\.breaks)) {
      #expect(text.contains("id: \(id), level: should") || text.contains("id: \(id), level: may"))
    }
  }

  private static let ofChunks: [Variant.Name] = [
    .smallChunks, .chunkSizesWithZeros, .chunkExtensions, .trailersSent,
  ]

  @Test("Chunks are written in another way", arguments: ofChunks)
  func chunks(name: Variant.Name) {
    let body: Octets = "a body of some length"
    let usual = RequestWriter.chunked(body, FaultSet())
    let varied = RequestWriter.chunked(body, FaultSet(variants: [name]))
    #expect(usual == Array("15\r\na body of some length\r\n0\r\n\r\n".utf8))
    #expect(varied != usual)
    #expect(varied.suffix(4).elementsEqual("\r\n\r\n".utf8))
  }

  /// The first case of each scenario about Basic.
  private static func basic() throws -> [Case] {
    var scenarios: Set<String> = []
    return try Playing.catalogue.get().cases.filter {
      $0.scenario.id.hasPrefix("basic/") && scenarios.insert($0.scenario.id).inserted
    }
  }

  /// Plays cases to a client with this one variant, in the way of `selection`, of which the
  /// unchanged client reaches those in `reached`.
  private static func perform(
    _ name: Variant.Name, _ cases: [Case], reached: Set<Variant.Name>,
    _ selection: VariantTrials = VariantTrials(),
    client: @escaping @Sendable (EventLoop) -> ReferenceClient
  ) -> TrialResult {
    let names = Set(reached.map(\.rawValue))
    let clients = TrialClients(
      unchanged: { loop in (ReferenceClient(loop: loop), { names }) },
      changed: { _, loop in client(loop) })
    return TrialSeries(
      plans: cases.planned(),
      trials: selection.trials(of: changes.filter { $0.name == name.rawValue }),
      options: TrialOptions(), clients: clients
    ).perform(interruption: Interruption())
  }

  /// The names of all variants as changes, without what a report says of them.
  private static let changes = Variant.Name.allCases.map {
    ClientChange(.variant(breaks: [], mayBeInconclusive: false), $0.rawValue)
  }

  @Test("A client that breaks a rule is not let pass for one that takes a variant")
  func aFaultIsAccused() throws {
    let name = Variant.Name.schemeInLowerCase
    let result = Self.perform(name, try Self.basic(), reached: [name]) {
      ReferenceClient(loop: $0, faults: [.base64WithoutPadding])
    }
    #expect(result.accused.count == 1)
    #expect(result.status == .failures)
  }

  @Test("Above a limit, one in four of the cases that a variant can change is played")
  func aShareIsPlayed() throws {
    let cases = try Self.basic()
    let name = Variant.Name.schemeInLowerCase
    var selection = VariantTrials()
    for (most, played) in [(cases.count, cases.count), (cases.count - 1, (cases.count + 3) / 4)] {
      selection.mostAlone = most
      let result = Self.perform(name, cases, reached: [name], selection) {
        ReferenceClient(loop: $0, variants: [name])
      }
      let outcome = try #require(result.outcomes.first)
      #expect(outcome.planned == cases.count)
      #expect(outcome.played == played)
    }
  }

  /// A server that never answers a login; its scenario gives a client little time.
  private static let unanswered = """
    title: No answer to a login
    level: robust
    requirements: [R421]
    accounts:
      alice: { password: open sesame }
    client:
      credentials: [alice]
      timeout: 150
    challenges:
      first: { scheme: Basic, realm: there }
    steps:
      - request: { method: POST, path: /report, body: a body }
        origin:
          - { when: { credentials: valid }, reply: raw, raw: "", connection: stall }
          - { reply: challenge, with: first, delay: 120 }
        expect:
          origin:
            - { credentials: none, replied: challenge }
            - { credentials: valid, repeat: 1..3 }
          client: { error: any }

    """

  @Test("A variant that takes longer than a scenario's short time is played with more time")
  func aSlowVariantIsNotAccused() throws {
    let cases = ScenarioLoader.load(
      text: Array(Self.unanswered.utf8), id: "tiny/unanswered", file: "tiny.yaml"
    ).cases
    #expect(cases.count == 1)
    let result = Self.perform(.expectsContinue, cases, reached: [.expectsContinue]) {
      ReferenceClient(loop: $0, variants: [.expectsContinue])
    }
    #expect(result.referenceFailures.isEmpty)
    #expect(result.outcomes.first?.played == 1)
    #expect(result.accused.isEmpty)
  }

  @Test("A variant that no case reaches is reported")
  func anUnreachedVariantIsReported() throws {
    let result = Self.perform(.schemeInLowerCase, try Self.basic(), reached: []) {
      ReferenceClient(loop: $0)
    }
    #expect(result.unplayed.count == 1)
    #expect(result.status == .failures)
  }

  @Test("The same seed draws the same combinations, another one others")
  func combinations() throws {
    var selection = VariantTrials()
    func drawn() -> [[String]] {
      (0..<50).map { selection.combination($0, of: Self.changes).names }
    }
    let first = drawn()
    #expect(first == drawn())
    #expect(first.allSatisfy { (2...10).contains($0.count) && Set($0).count == $0.count })
    #expect(Set(first).count > 45)
    selection.seed = 2
    #expect(first != drawn())
  }
}
