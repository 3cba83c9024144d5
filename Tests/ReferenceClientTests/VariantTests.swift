// SPDX-License-Identifier: Apache-2.0

import Transcripts
import HTTPAuth
import Playing
import Scenarios
@testable import ReferenceClient
import Foundation
import Testing

/// Behaviour that the RFCs leave to the client is not a fault.
@Suite("Legal variants", .serialized) struct VariantTests {
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

  /// The scenarios with rare situations that some variants need: a lost connection, lines that end
  /// in LF alone, a token that is accepted twice, a realm of two folders, a choice of qop, a TLS
  /// session.
  private static let rare = [
    "connection/", "header-cases/hostile", "proxy/proxy-then-origin", "realm/",
    "digest/body-with-either-qop", "tls/login-goes-on",
  ]

  /// The first case of each scenario and all rare ones, in the order of the catalogue. The whole
  /// catalogue is for `authspec selftest --variants`.
  private static let sample = Result { () throws -> [Case] in
    var scenarios: Set<String> = []
    return try Playing.catalogue.get().cases.filter { played in
      let id = played.scenario.id
      return scenarios.insert(id).inserted || rare.contains { id.hasPrefix($0) }
    }
  }

  /// The test of all variants alone and a few combinations over the sample.
  private static let result = Result { () throws -> VariantResult in
    var options = VariantTest.Options()
    options.selftest.jobs = 2
    options.combinations = 5
    let test = VariantTest(
      plans: try sample.get().planned(), variants: Variant.played, options: options,
      clients: SelftestTests.clients())
    return test.perform(interruption: Interruption())
  }

  @Test("No check takes a variant for a fault, nor comes to no verdict by one")
  func nobodyIsAccused() throws {
    let result = try Self.result.get()
    #expect(result.cases > 300)
    #expect(result.outcomes.count == Variant.allCases.count + 5)
    #expect(result.outcomes.contains { $0.variants.count > 5 })
    #expect(result.referenceFailures == [])
    for outcome in result.accused {
      let names = outcome.variants.map(\.name)
      for accusation in outcome.unjust.prefix(3) {
        let finding = accusation.finding?.observed ?? ""
        Issue.record("\(names): \(accusation.played) \(accusation.check): \(finding)")
      }
    }
    // An allowed warning still counts as an accusation.
    #expect(result.outcomes.contains { !$0.accusations.isEmpty })
  }

  @Test("Each variant alone differs from the usual way in what is sent or reported")
  func everyVariantMakesADifference() throws {
    let cases = Dictionary(uniqueKeysWithValues: try Self.sample.get().map { ($0.id, $0) })
    for outcome in try Self.result.get().outcomes where outcome.variants.count == 1 {
      let name = try #require(outcome.variants.first.flatMap { Variant.Name(rawValue: $0.name) })
      // Servers record a body without its chunks.
      if Self.ofChunks.contains(name) { continue }
      let tried = outcome.examples.compactMap { cases[$0] }
      let usual = Trace.of(tried, [])
      let again = Trace.of(tried, [])
      let varied = Trace.of(tried, [name])
      // A difference between two equal plays shows nothing.
      let differs = usual.indices.contains { usual[$0] == again[$0] && usual[$0] != varied[$0] }
      #expect(differs, "\(name): \(outcome.examples)")
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

  @Test("A client that breaks a rule is not let pass for one that takes a variant")
  func aFaultIsAccused() throws {
    var options = VariantTest.Options()
    options.combinations = 0
    let clients = Selftest.Clients(
      faultless: { loop in
        (ReferenceClient(loop: loop), { [Variant.Name.schemeInLowerCase.rawValue] })
      },
      faulty: { _, loop in ReferenceClient(loop: loop, faults: [.base64WithoutPadding]) })
    let variants = Variant.played.filter { $0.name == Variant.Name.schemeInLowerCase.rawValue }
    let test = VariantTest(
      plans: try Self.sample.get().filter { $0.scenario.id.hasPrefix("basic/") }.planned(),
      variants: variants, options: options, clients: clients)
    let result = test.perform(interruption: Interruption())
    #expect(result.accused.count == 1)
    #expect(result.status == .failures)
  }

  @Test("A variant that no case reaches is reported")
  func anUnreachedVariantIsReported() throws {
    var options = VariantTest.Options()
    options.combinations = 0
    let clients = Selftest.Clients(
      faultless: { loop in (ReferenceClient(loop: loop), { [] }) },
      faulty: { _, loop in ReferenceClient(loop: loop) })
    let variants = Variant.played.filter { $0.name == Variant.Name.schemeInLowerCase.rawValue }
    let test = VariantTest(
      plans: try Self.sample.get().filter { $0.scenario.id.hasPrefix("basic/") }.planned(),
      variants: variants, options: options, clients: clients)
    let result = test.perform(interruption: Interruption())
    #expect(result.unplayed.count == 1)
    #expect(result.status == .failures)
  }

  @Test("The same seed draws the same combinations, another one others")
  func combinations() throws {
    var options = VariantTest.Options()
    func drawn() -> [[String]] {
      (0..<50).map { VariantTest.drawn($0, of: Variant.played, options).map(\.name) }
    }
    let first = drawn()
    #expect(first == drawn())
    #expect(first.allSatisfy { (2...10).contains($0.count) && Set($0).count == $0.count })
    #expect(Set(first).count > 45)
    options.seed = 2
    #expect(first != drawn())
  }
}

/// The observed behaviour of a client in a case, without the parts that differ from play to play.
private struct Trace: Hashable {
  private var exchanges: [String]
  private var outcomes: [String]

  static func of(_ cases: [Case], _ variants: Set<Variant.Name>) -> [Trace?] {
    var options = RunOptions()
    options.timeout = 3000
    var traces: [Trace?] = []
    // The wire server keeps every octet of a head.
    Run(plans: cases.planned(on: .wire), options: options, expected: nil) {
      ReferenceClient(loop: $0, variants: variants)
    }.perform(interruption: Interruption()) { event in
      if case .caseFinished(let result) = event { traces.append(result.play.map(Trace.init)) }
    }
    return traces
  }

  init(_ play: Transcript) {
    var connections: [Int: Int] = [:]
    var cnonces: [Substring] = []
    exchanges = play.recording.exchanges.map { exchange in
      let place = connections[exchange.connection] ?? connections.count
      connections[exchange.connection] = place
      let head = exchange.rawHead?.latin1 ?? ""
      let isResumed = play.recording.handshakes[exchange.connection]?.isResumed ?? false
      return "\(exchange.server) \(place) \(isResumed) \(exchange.body.latin1) "
        + Trace.masked(head, &cnonces)
    }
    outcomes = play.steps.flatMap { step in
      step.requests.map { "\($0.outcome)" }
        + step.questions.map { $0.question.failures.map { "\($0)" } ?? "-" }
    }.map { Trace.masked($0, &cnonces) }
  }

  /// Masks what differs each time: ports, hashes, proofs of NTLM, and the letters of a cnonce. The
  /// length and alphabet of a cnonce stay, and its number among the cnonces of the play.
  private static func masked(_ text: String, _ cnonces: inout [Substring]) -> String {
    var text = text.replacing(/:\d{4,5}\b/, with: ":port")
      .replacing(/(?i)(\bresponse=")[^"]*/) { "\($0.output.1)…" }
      // Message 3 of NTLM, which is longer than message 1.
      .replacing(/(?i)(\bNTLM +)[A-Za-z0-9+\/]{100,}=*/) { "\($0.output.1)…" }
    let found = text.firstMatch(of: /(?i)cnonce="([^"]*)/)?.output.1
    if let found {
      if !cnonces.contains(found) { cnonces.append(found) }
      let place = cnonces.firstIndex(of: found) ?? 0
      let isHexadecimal = found.allSatisfy(\.isHexDigit)
      text = text.replacing(found, with: "\(place) \(found.count) \(isHexadecimal)")
    }
    return text
  }
}

extension Variant {
  /// All variants in the form that `VariantTest` takes.
  static var played: [PlayedVariant] {
    allCases.map {
      PlayedVariant(
        name: $0.name.rawValue, sentence: $0.sentence, source: $0.source, breaks: $0.breaks,
        mayBeInconclusive: $0.mayBeInconclusive)
    }
  }
}
