// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts
import Judging
import Platform
import Playing
import Reporting
import Storage
import Foundation
import TestThreads
import Testing

/// Recordings in which a number is another: each is refused with a reason, or judged; none ends the
/// program.
@Suite(.onOwnThreads) struct RecordingNumbersTests {
  /// Texts that stand in for a number: small, negative, and more than 64 bits.
  static let others = ["7", "-1", "99999999999999999999"]

  @Test func everyNumberAltered() throws {
    var judged = 0
    var refused = 0
    var features: Set<String> = []
    for (name, octets) in try RecordingNumbersTests.recordings() {
      let text = String(decoding: octets, as: UTF8.self)
      for feature in ["tunnelledThrough", "questions", "trickle", "forwardedFrom", "oddities"]
      where text.contains("\"\(feature)\":") { features.insert(feature) }
      for place in RecordingNumbersTests.numbers(in: octets) {
        for other in RecordingNumbersTests.others {
          let altered =
            Array(octets[..<place.lowerBound]) + other.utf8 + octets[place.upperBound...]
          do throws(FileError) {
            let reading = try RecordedPlay(altered, file: name)
            let result = CaseJudge.judge(CasePlan(reading.played).expectations, reading.play)
            #expect(!result.checks.isEmpty)
            #expect(!CaseText.text(result).isEmpty)
            judged += 1
          } catch {
            #expect(error.file == name && !error.reason.isEmpty)
            refused += 1
          }
        }
      }
    }
    #expect(judged > 100 && refused > 100, "\(judged) \(refused)")
    #expect(features.isSuperset(of: ["tunnelledThrough", "forwardedFrom"]), "\(features)")
  }

  /// A few plays, each as the recording of its case.
  static func recordings() throws -> [(name: String, octets: [UInt8])] {
    let place = try Workplace()
    let writer = try RecordingWriter(folder: place.path) { scenario in
      try? FileReading.read(scenario.file)
    }
    // One case of each kind: with tunnels, questions and several servers, and without.
    var seen: Set<String> = []
    let cases = try CatalogueFixture.cases().filter { played in
      guard played.steps.count < 3 else { return false }
      let kinds = played.servers.map(\.kind.rawValue).joined()
      let client = played.client
      return seen.insert("\(kinds) \(client.tunnel) \(client.answers == nil)").inserted
    }
    #expect(cases.count > 5)
    CatalogueFixture.play(cases) { played in
      writer.record(.caseFinished(played.judged()))
    }
    #expect(writer.failure == nil)
    return try FileReading.names(in: place.path).map {
      ($0, try FileReading.read("\(place.path)/\($0)"))
    }
  }

  /// Where the numbers of a JSON text are.
  static func numbers(in octets: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var index = 0
    while index < octets.count {
      switch octets[index] {
      case UInt8(ascii: "\""):
        index += 1
        while octets[index] != UInt8(ascii: "\"") {
          index += octets[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        let end =
          octets[index...].firstIndex { !"-0123456789".utf8.contains($0) } ?? octets.count
        places.append(index..<end)
        index = end
      default: index += 1
      }
    }
    return places
  }
}
