// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts
import JSON

/// What the page's script reads: all of the matrix, each text once for each scenario.
struct MatrixPageData {
  private let matrix: ClientMatrix

  /// The data of a page for that matrix.
  init(_ matrix: ClientMatrix) { self.matrix = matrix }

  /// One JSON object.
  ///
  /// `verdicts` are the signs, words and meanings by letter; `clients`, `requirements` and
  /// `scenarios` what their names say. In a scenario `played` has a letter for each case, client by
  /// client. `details`, `findings` and `texts` have a list for each scenario; they stand apart
  /// because like beside like is compressed best. Details are there for each case that did not
  /// simply pass: client, case, findings, exchanges and reason, the last three as places.
  var json: JSONValue {
    let details = matrix.rows.map(details)
    return .members([
      "verdicts": .array(
        Verdict.shownOrder.map { verdict in
          .strings([
            String(verdict.glyph.letter), verdict.rawValue, verdict.glyph.sign,
            verdict.glyph.word, verdict.glyph.meaning,
          ])
        }),
      "clients": .array(matrix.clients.map(client)),
      "requirements": .object(
        matrix.context.requirements.sorted { $0.key < $1.key }.map {
          .init(
            name: $0.key,
            value: .strings([$0.value.level.rawValue, $0.value.source, $0.value.text]))
        }),
      "scenarios": .array(matrix.rows.map(scenario)),
      "details": .array(details.map { .array($0.cases) }),
      "findings": .array(details.map { .array($0.table.findings.values) }),
      "texts": .array(details.map { .array($0.table.texts.values) }),
    ])
  }

  private func client(_ client: ClientMatrix.Client) -> JSONValue {
    .members([
      "name": .string(client.results.name), "client": .string(client.results.client.name),
      "title": .string(client.results.displayName),
      "version": .string(
        Phrases.client(client.results.client.name, client.results.client.version)),
      "abilities": .strings(client.results.client.abilities.sorted()),
      "stray": client.isCurrent ? nil : .integer(client.strays),
    ])
  }

  private func details(_ row: ClientMatrix.Row) -> (cases: [JSONValue], table: OutcomeTable) {
    var table = OutcomeTable()
    var cases: [JSONValue] = []
    for number in row.cases.indices {
      for (client, outcomes) in row.outcomes.enumerated() {
        guard let places = outcomes[number].flatMap({ table.places(of: $0) }) else { continue }
        cases.append(.array([.integer(client), .integer(number)] + places))
      }
    }
    return (cases, table)
  }

  private func scenario(_ row: ClientMatrix.Row) -> JSONValue {
    let scenario = row.scenario
    return .members([
      "id": .string(scenario.id), "topic": .string(row.topic), "title": .string(scenario.title),
      "level": .string(scenario.level.rawValue), "file": .string(scenario.file),
      "requirements": .strings(scenario.requirements), "spec": .strings(scenario.spec),
      "tags": .strings(scenario.tags), "notes": scenario.notes.map { .string($0) },
      "cases": .strings(row.cases.map(\.coordinateText)),
      "needs": .array(row.cases.map { .strings($0.needs) }),
      "story": .strings(Explanation(row.cases, context: matrix.context).story),
      "played": .strings(
        row.outcomes.map { $0.map { String($0?.verdict.glyph.letter ?? "-") }.joined() }),
    ])
  }
}
