// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPAuth
import Playing
@testable import ReferenceClient
import Scenarios
import TestThreads
import Testing
import Transcripts

/// Behaviour that the RFCs leave to the client is not a fault: the test of variants by the program.
@Suite("Legal variants of the catalogue", .onOwnThreads) struct VariantCatalogueTests {
  /// The scenarios with rare situations that some variants need: a lost connection, lines that end
  /// in LF alone, a token that is accepted twice, a realm of two folders, a choice of qop, a TLS
  /// session.
  private static let rare = [
    "connection/", "header-cases/hostile", "proxy/proxy-then-origin", "realm/",
    "digest/body-with-either-qop", "tls/login-goes-on",
  ]

  /// The first case of each scenario and all rare ones, in the order of the catalogue. The whole
  /// catalogue is for `make variants`.
  private static let sample = Result { () throws -> [Case] in
    var scenarios: Set<String> = []
    return try CatalogueFixture.cases().filter { played in
      let id = played.scenario.id
      return scenarios.insert(id).inserted || rare.contains { id.hasPrefix($0) }
    }
  }

  /// A variant or a combination in the program's report.
  private struct Outcome: Decodable {
    struct Accusation: Decodable {
      let `case`: String
      let check: String
      let allowed: Bool
      let observed: String?
    }
    let variants: [String]
    let examples: [String]
    let accusations: [Accusation]
  }

  private struct Report: Decodable {
    struct Reference: Decodable {
      let cases: Int
      let failures: [String]?
    }
    let reference: Reference
    let outcomes: [Outcome]
    let unplayed: [String]
  }

  /// The test of all variants alone and of some combinations over the sample.
  private static let report = Result { () throws -> Report in
    let place = try Workplace()
    let run = try ProgramRun(
      ["variants", "--quick", "--json", "\(place.path)/variants.json"]
        + sample.get().map(\.id), in: CatalogueFixture.root.path)
    try #require([0, 1].contains(run.status), "\(run.output)\(run.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(place.text("variants.json").utf8))
  }

  @Test("No check takes a variant for a fault, nor comes to no verdict by one")
  func nobodyIsAccused() throws {
    let report = try Self.report.get()
    #expect(report.reference.cases > 300)
    #expect(report.outcomes.count == Variant.allCases.count + 50)
    #expect(report.outcomes.contains { $0.variants.count > 5 })
    #expect(report.reference.failures == nil)
    #expect(report.unplayed == [])
    for outcome in report.outcomes {
      for accusation in outcome.accusations.filter({ !$0.allowed }).prefix(3) {
        Issue.record(
          "\(outcome.variants): \(accusation.case) \(accusation.check): \(accusation.observed ?? "")"
        )
      }
    }
    // An allowed warning still counts as an accusation.
    #expect(report.outcomes.contains { !$0.accusations.isEmpty })
  }

  @Test("Each variant alone differs from the usual way in what is sent or reported")
  func everyVariantMakesADifference() throws {
    let cases = Dictionary(uniqueKeysWithValues: try Self.sample.get().map { ($0.id, $0) })
    for outcome in try Self.report.get().outcomes where outcome.variants.count == 1 {
      let name = try #require(outcome.variants.first.flatMap(Variant.Name.init))
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
}

/// The observed behaviour of a client in a case, without the parts that differ from play to play.
private struct Trace: Hashable {
  private var exchanges: [String]
  private var outcomes: [String]

  static func of(_ cases: [Case], _ variants: Set<Variant.Name>) -> [Trace?] {
    var options = RunOptions()
    options.timeout = 3000
    var traces: [Trace?] = []
    let mask = Mask()
    // The wire server keeps every octet of a head.
    Run(plans: cases.planned(on: .wire), options: options, expected: nil) {
      ReferenceClient(loop: $0, variants: variants)
    }.perform(interruption: Interruption()) { event in
      guard case .caseFinished(let result) = event else { return }
      traces.append(result.play.map { Trace($0, mask) })
    }
    return traces
  }

  init(_ play: Transcript, _ mask: Mask) {
    var connections: [Int: Int] = [:]
    var cnonces: [Substring] = []
    exchanges = play.recording.exchanges.map { exchange in
      let place = connections[exchange.connection] ?? connections.count
      connections[exchange.connection] = place
      let head = exchange.rawHead?.latin1 ?? ""
      let handshake = play.recording.handshakes[exchange.connection]
      let tls = handshake.map { "\($0.version ?? "-") \($0.isResumed)" } ?? "-"
      return "\(exchange.server) \(place) \(tls) \(exchange.body.latin1) "
        + mask.masked(head, &cnonces)
    }
    outcomes = play.steps.flatMap { step in
      step.requests.map { "\($0.outcome)" }
        + step.questions.map { $0.question.failures.map { "\($0)" } ?? "-" }
    }.map { mask.masked($0, &cnonces) }
  }
}

/// Masks what differs each time: ports, hashes, proofs of NTLM and SCRAM, the letters of a cnonce. The
/// length and alphabet of a cnonce stay, and its number among the cnonces of the play.
private struct Mask {
  private let port = /:\d{4,5}\b/
  private let response = /(?i)(\bresponse=")[^"]*/
  /// Message 3 of NTLM, which is longer than message 1.
  private let message3 = /(?i)(\bNTLM +)[A-Za-z0-9+\/]{100,}=*/
  /// The messages of SCRAM, and the number of the login.
  private let scram = /(?i)(\b(?:data|sid)=)[^,\r]*/
  private let cnonce = /(?i)cnonce="([^"]*)/

  func masked(_ text: String, _ cnonces: inout [Substring]) -> String {
    var text = text.replacing(port, with: ":port")
      .replacing(response) { "\($0.output.1)…" }
      .replacing(message3) { "\($0.output.1)…" }
      .replacing(scram) { "\($0.output.1)…" }
    let found = text.firstMatch(of: cnonce)?.output.1
    if let found {
      if !cnonces.contains(found) { cnonces.append(found) }
      let place = cnonces.firstIndex(of: found) ?? 0
      let isHexadecimal = found.allSatisfy(\.isHexDigit)
      text = text.replacing(found, with: "\(place) \(found.count) \(isHexadecimal)")
    }
    return text
  }
}
