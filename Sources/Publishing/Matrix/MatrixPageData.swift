// SPDX-License-Identifier: Apache-2.0

import JSON
import Reporting
import Scenarios
import Transcripts

/// What the page's script reads: all of the matrix, each text once for each scenario.
struct MatrixPageData {
  private let matrix: ClientMatrix
  /// By client.
  private let standings: [ClientStanding]
  private let versions: ClientVersions
  /// All causes, the gravest first.
  private let causes: [MatrixCause]
  private let placesOfCauses: [MatrixCause: Int]

  /// The data of a page for that matrix.
  init(_ matrix: ClientMatrix, _ standings: [ClientStanding]) {
    self.matrix = matrix
    self.standings = standings.sorted { $0.client < $1.client }
    versions = ClientVersions(matrix)
    let all = Set(standings.flatMap { $0.causes.map(\.cause) })
    causes = all.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }
    placesOfCauses = Dictionary(causes.enumerated().map { ($1, $0) }) { $1 }
  }

  /// One JSON object.
  ///
  /// `verdicts` are the signs, words and meanings by letter; `clients`, `requirements` and
  /// `scenarios` what their names say. In a scenario `played` has a letter for each case, client by
  /// client. `details`, `findings` and `texts` have a list for each scenario; they stand apart
  /// because like beside like is compressed best. Details are there for each case that did not
  /// simply pass: client, case, findings, exchanges and reason, the last three as places.
  /// `blames` has for each finding the place of its cause in `causes`, -1 for one that is not
  /// broken. `links` has the addresses of sections of RFCs. `onePort` has the places of the cases in
  /// which http and https have one port number.
  var json: JSONValue {
    let details = matrix.rows.map(details)
    return .members([
      "verdicts": Verdict.shownOrder.map { verdict in
        [
          String(verdict.glyph.letter), verdict.rawValue, verdict.glyph.sign, verdict.glyph.word,
          verdict.glyph.meaning,
        ]
      },
      "clients": matrix.clients.indices.map(client), "causes": causes.map(cause),
      "links": links,
      "requirements": JSONValue.object(
        matrix.context.requirements.sorted { $0.key < $1.key }.map {
          .init(
            name: $0.key,
            value: .strings([$0.value.level.rawValue, $0.value.source, $0.value.text]))
        }),
      "scenarios": matrix.rows.map(scenario), "details": details.map(\.cases),
      "findings": details.map(\.table.findings.values), "blames": details.map(\.blames),
      "texts": details.map(\.table.texts.values),
    ])
  }

  private func client(_ place: Int) -> JSONValue {
    let client = matrix.clients[place]
    let identity = client.results.client
    let standing = standings[place]
    let before = versions.before(place)
    return .members([
      "name": client.results.name, "client": identity.name, "title": client.results.displayName,
      "version": Phrases.client(identity.name, identity.version),
      "abilities": identity.abilities, "stray": client.isCurrent ? Int?.none : client.strays,
      "date": client.results.date, "authspec": client.results.basis.authspec,
      "scenarios": client.results.basis.catalogue, "few": standing.hasFew,
      "group": standing.group.rawValue, "badge": Badge.file(of: client.results),
      "selection": client.selection, "folder": client.folder,
      "program": client.isOwn ? "authspec-maintain" : String?.none,
      "causes": standing.causes.map { count in
        [placesOfCauses[count.cause] ?? -1, count.cases]
      },
      "before": before, "after": versions.after(place),
      "changes": before.map { changes(from: $0, to: place) },
    ])
  }

  private func cause(_ cause: MatrixCause) -> [String] {
    [cause.id, cause.kind.rawValue, cause.title, cause.advice]
  }

  /// What `authspec diff` says of two versions.
  private func changes(from old: Int, to new: Int) -> JSONValue {
    let difference = ResultsDifference(
      from: matrix.clients[old].results, to: matrix.clients[new].results)
    return .members([
      "failing": difference.newlyFailing.map(\.id), "passing": difference.newlyPassing.map(\.id),
      "changed": difference.changed.map(\.id), "added": difference.added.count,
      "removed": difference.removed.count, "same": difference.same,
    ])
  }

  /// The addresses of all sections that requirements and scenarios name.
  private var links: JSONValue {
    let sources = Set(
      matrix.context.requirements.values.map(\.source) + matrix.rows.flatMap(\.scenario.spec))
    return .object(
      sources.sorted().compactMap { source in
        SpecificationLink(source).map { .init(name: source, value: .string($0.address)) }
      })
  }

  private struct Details {
    var cases: [JSONValue] = []
    var table = OutcomeTable()
    var blames: [Int] = []
  }

  private func details(_ row: ClientMatrix.Row) -> Details {
    var details = Details()
    var blames: [Int: Int] = [:]
    for number in row.cases.indices {
      for (client, outcomes) in row.outcomes.enumerated() {
        guard let outcome = outcomes[number], let places = details.table.places(of: outcome)
        else { continue }
        details.cases.append(.array([.integer(client), .integer(number)] + places))
        for (finding, place) in zip(outcome.findings, places.first?.array ?? [])
        where finding.verdict.isBad {
          let cause = MatrixCause(finding, of: row.scenario)
          blames[Int(clamping: place.integer ?? -1)] = placesOfCauses[cause]
        }
      }
    }
    details.blames = details.table.findings.values.indices.map { blames[$0] ?? -1 }
    return details
  }

  private func scenario(_ row: ClientMatrix.Row) -> JSONValue {
    let scenario = row.scenario
    let onePort = row.hasOnePort.indices.filter { row.hasOnePort[$0] }
    return .members([
      "id": scenario.id, "topic": row.topic, "title": scenario.title,
      "level": scenario.level.rawValue, "file": scenario.file,
      "requirements": scenario.requirements, "spec": scenario.spec, "tags": scenario.tags,
      "cases": row.cases.map(\.coordinateText),
      "needs": row.cases.map(\.needs),
      "onePort": onePort.unlessEmpty,
      "lines": row.lines,
      "played": row.outcomes.map { $0.map { String($0?.verdict.glyph.letter ?? "-") }.joined() },
    ])
  }
}
