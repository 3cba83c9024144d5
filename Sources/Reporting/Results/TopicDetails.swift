// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Platform
import Transcripts

/// The details behind the letters of results: the coordinates of a topic's cases, and the findings,
/// exchanges and reason of each case, kept once for all clients. docs/reports.md describes the
/// file.
package struct TopicDetails: Hashable, Sendable {
  /// The results of a client in the scenarios of the topic, which are sorted by id, by the name of
  /// the record.
  package var records: [String: [ClientResults.Scenario]] = [:]

  private static let document = KeptDocument(
    kind: "file of details", mark: "authspecDetails", version: 2,
    remedy: "remove Reports/clients and play the clients again")

  /// Details without a record.
  package init() {}

  /// The name of a record: a hash of its content, so that results that stay the same keep their
  /// name.
  package static func name(of record: [ClientResults.Scenario]) -> String {
    var alone = TopicDetails()
    alone.records[""] = record
    return "\(Octets(alone.json.text).sha1.prefix(8))"
  }

  // MARK: Writing

  /// The file's octets; `nil` if there is not enough memory.
  package var octets: [UInt8]? { Zlib.compressed(Array(json.text.utf8)) }

  private var json: JSONValue {
    var tables: [String: ScenarioTable] = [:]
    for (name, scenarios) in records.sorted(by: { $0.key < $1.key }) {
      for scenario in scenarios {
        tables[scenario.id, default: ScenarioTable()].add(scenario, name)
      }
    }
    let ids = tables.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return .members([
      TopicDetails.document.mark: TopicDetails.document.version,
      "scenarios": ids.compactMap { id in tables[id]?.json(id) },
    ])
  }

  /// What all clients have in the cases of a scenario.
  private struct ScenarioTable {
    private var cases = UniqueValues()
    private var outcomes = OutcomeTable()
    private var records: [JSONValue] = []

    mutating func add(_ scenario: ClientResults.Scenario, _ name: String) {
      var details: [JSONValue] = []
      for (number, outcome) in scenario.cases.enumerated() {
        guard let places = outcomes.places(of: outcome) else { continue }
        details.append(.array([.integer(number)] + places))
      }
      let coordinates = cases.place(of: .strings(scenario.cases.map(\.coordinates)))
      records.append(
        .array([
          .string(name), .integer(coordinates), .string(scenario.letters), .array(details),
        ]))
    }

    func json(_ id: String) -> JSONValue {
      .members([
        "id": id, "cases": cases.values, "findings": outcomes.findings.values,
        "texts": outcomes.texts.values, "records": records,
      ])
    }
  }

  // MARK: Reading

  /// Reads a file of details.
  package init(_ octets: [UInt8], file: String) throws(FileError) {
    guard let text = Zlib.expanded(octets) else {
      throw FileError(file: file, reason: "not a file of details: zlib cannot expand it")
    }
    self = try TopicDetails.document.read(text, file: file) { value throws(JSONValue.Mistake) in
      var details = TopicDetails()
      for scenario in try value.part("scenarios", [JSONValue].self) { try details.read(scenario) }
      return details
    }
  }

  private mutating func read(_ value: JSONValue) throws(JSONValue.Mistake) {
    let id: String = try value.part("id")
    let cases = UniqueValues(try value.part("cases"))
    let table = OutcomeTable(findings: try value.part("findings"), texts: try value.part("texts"))
    for record in try value.part("records", [[JSONValue]].self) {
      guard record.count == 4, let name = record[0].string,
        let coordinates = cases[record[1]]?.array, let letters = record[2].string,
        let details = record[3].array, letters.count == coordinates.count
      else { throw JSONValue.Mistake(member: "records") }
      var scenario = ClientResults.Scenario(id: id, cases: [])
      for (coordinate, letter) in zip(coordinates, letters) {
        guard let coordinate = coordinate.string, let verdict = Verdict(letter: letter) else {
          throw JSONValue.Mistake(member: "records")
        }
        scenario.cases.append(.init(coordinates: coordinate, verdict: verdict))
      }
      for entry in details {
        guard let entry = entry.array, let number = entry.first?.integer,
          scenario.cases.indices.contains(Int(clamping: number))
        else { throw JSONValue.Mistake(member: "records") }
        try table.fill(&scenario.cases[Int(number)], from: entry.dropFirst())
      }
      records[name, default: []].append(scenario)
    }
  }
}
