import Scenarios
import Transcripts
import JSON

/// What the page's script reads: all of the matrix, each text once for each scenario.
struct MatrixPageData {
  private let matrix: Matrix

  /// The data of a page for that matrix.
  init(_ matrix: Matrix) { self.matrix = matrix }

  /// One JSON object.
  ///
  /// `verdicts` are the signs, words and meanings by letter; `clients`, `requirements` and `scenarios` what their
  /// names say. In a scenario `played` has a letter for each case, client by client; `told` has for each case that did
  /// not simply pass: client, case, findings, exchanges and reason, the last three as places in `findings` and `texts`.
  var json: JSONValue {
    .members([
      "verdicts": .array(
        VerdictGlyph.order.map { verdict in
          .strings([
            VerdictGlyph.letter(verdict), verdict.rawValue, VerdictGlyph.sign(verdict),
            VerdictGlyph.word(verdict), VerdictGlyph.meaning(verdict),
          ])
        }),
      "clients": .array(matrix.clients.map(client)),
      "requirements": .object(
        matrix.context.requirements.sorted { $0.key < $1.key }.map {
          .init(
            name: $0.key,
            value: .strings([$0.value.level.rawValue, $0.value.source, $0.value.sentence]))
        }),
      "scenarios": .array(matrix.rows.map(scenario)),
    ])
  }

  private func client(_ client: Matrix.Client) -> JSONValue {
    .members([
      "name": .string(client.results.name), "client": .string(client.results.client.name),
      "title": .string(client.results.displayName),
      "version": .string(
        Phrases.client(client.results.client.name, client.results.client.version)),
      "abilities": .strings(client.results.client.abilities.sorted()),
      "stray": client.isCurrent ? nil : .integer(client.strays),
    ])
  }

  private func scenario(_ row: Matrix.Row) -> JSONValue {
    var findings = Places()
    var texts = Places()
    var told: [JSONValue] = []
    for number in row.cases.indices {
      for (client, outcomes) in row.outcomes.enumerated() {
        guard let outcome = outcomes[number] else { continue }
        if outcome.findings.isEmpty, outcome.exchanges == nil, outcome.reason == nil { continue }
        func place(of text: String?) -> JSONValue {
          text.map { .integer(texts.place(of: .string($0))) } ?? .integer(-1)
        }
        told.append(
          .array([
            .integer(client), .integer(number),
            .array(
              outcome.findings.map { .integer(findings.place(of: MatrixPageData.finding($0))) }),
            place(of: outcome.exchanges), place(of: outcome.reason),
          ]))
      }
    }
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
        row.outcomes.map { $0.map { VerdictGlyph.letter($0?.verdict) }.joined() }),
      "told": .array(told), "findings": .array(findings.values), "texts": .array(texts.values),
    ])
  }

  private static func finding(_ finding: ClientResults.CheckFinding) -> JSONValue {
    .members([
      "check": .string(finding.check), "verdict": .string(VerdictGlyph.letter(finding.verdict)),
      "title": .string(finding.title), "level": .string(finding.level),
      "requirements": .strings(finding.requirements),
      "expected": finding.expected.map { .string($0) },
      "observed": finding.observed.map { .string($0) },
      "diagnosis": finding.diagnosis.map { .string($0) },
      "known": finding.known.map { .string($0) },
    ])
  }

  /// Values, each once, referred to by their places.
  private struct Places {
    private(set) var values: [JSONValue] = []
    private var places: [JSONValue: Int] = [:]

    mutating func place(of value: JSONValue) -> Int {
      if let place = places[value] { return place }
      places[value] = values.count
      values.append(value)
      return values.count - 1
    }
  }
}
