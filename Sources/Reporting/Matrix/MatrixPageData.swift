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
      "verdicts": Verdict.shownOrder.map { verdict in
        [
          String(verdict.glyph.letter), verdict.rawValue, verdict.glyph.sign, verdict.glyph.word,
          verdict.glyph.meaning,
        ]
      },
      "clients": matrix.clients.map(client),
      "requirements": JSONValue.object(
        matrix.context.requirements.sorted { $0.key < $1.key }.map {
          .init(
            name: $0.key,
            value: .strings([$0.value.level.rawValue, $0.value.source, $0.value.text]))
        }),
      "scenarios": matrix.rows.map(scenario), "details": details.map(\.cases),
      "findings": details.map(\.table.findings.values),
      "texts": details.map(\.table.texts.values),
    ])
  }

  private func client(_ client: ClientMatrix.Client) -> JSONValue {
    let identity = client.results.client
    return .members([
      "name": client.results.name, "client": identity.name, "title": client.results.displayName,
      "version": Phrases.client(identity.name, identity.version),
      "abilities": identity.abilities, "stray": client.isCurrent ? Int?.none : client.strays,
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
      "id": scenario.id, "topic": row.topic, "title": scenario.title,
      "level": scenario.level.rawValue, "file": scenario.file,
      "requirements": scenario.requirements, "spec": scenario.spec, "tags": scenario.tags,
      "notes": scenario.notes, "cases": row.cases.map(\.coordinateText),
      "needs": row.cases.map(\.needs),
      "story": Explanation(row.cases, context: matrix.context).story,
      "played": row.outcomes.map { $0.map { String($0?.verdict.glyph.letter ?? "-") }.joined() },
    ])
  }
}
