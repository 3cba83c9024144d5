// SPDX-License-Identifier: Apache-2.0

import JSON
import Scenarios
import Transcripts

/// The findings and texts of a scenario's cases, each kept once.
package struct OutcomeTable {
  package private(set) var findings = UniqueValues()
  package private(set) var texts = UniqueValues()

  package init() {}

  /// A table as it was written.
  package init(findings: [JSONValue], texts: [JSONValue]) {
    self.findings = UniqueValues(findings)
    self.texts = UniqueValues(texts)
  }

  /// Returns what a case has beyond its verdict as places in this table: those of its findings, of
  /// its exchanges and of its reason, -1 for a text that it does not have; `nil` if it has none of
  /// them.
  package mutating func places(of outcome: ClientResults.Outcome) -> [JSONValue]? {
    if outcome.findings.isEmpty, outcome.exchanges == nil, outcome.reason == nil { return nil }
    return [
      .array(
        outcome.findings.map {
          .integer(findings.place(of: ClientResults.CheckFinding.form.write($0)))
        }),
      place(of: outcome.exchanges), place(of: outcome.reason),
    ]
  }

  private mutating func place(of text: String?) -> JSONValue {
    .integer(text.map { texts.place(of: .string($0)) } ?? -1)
  }

  /// Sets what `places(of:)` returned for a case.
  package func fill(
    _ outcome: inout ClientResults.Outcome, from places: ArraySlice<JSONValue>
  ) throws(JSONValue.Mistake) {
    guard places.count == 3, let first = places.first?.array else {
      throw JSONValue.Mistake(member: "records")
    }
    for place in first {
      guard let finding = findings[place] else { throw JSONValue.Mistake(member: "findings") }
      outcome.findings.append(try .form.read(finding, "findings"))
    }
    outcome.cause = outcome.gravestCause
    outcome.exchanges = try text(places[places.startIndex + 1])
    outcome.reason = try text(places[places.startIndex + 2])
  }

  private func text(_ place: JSONValue) throws(JSONValue.Mistake) -> String? {
    if place == .integer(-1) { return nil }
    guard let text = texts[place]?.string else { throw JSONValue.Mistake(member: "texts") }
    return text
  }
}

/// Values, each once, referred to by their places.
package struct UniqueValues {
  package private(set) var values: [JSONValue] = []
  private var places: [JSONValue: Int] = [:]

  init(_ values: [JSONValue] = []) { self.values = values }

  mutating func place(of value: JSONValue) -> Int {
    if let place = places[value] { return place }
    places[value] = values.count
    values.append(value)
    return values.count - 1
  }

  subscript(place: JSONValue?) -> JSONValue? {
    guard let place = place?.integer, values.indices.contains(Int(clamping: place)) else {
      return nil
    }
    return values[Int(place)]
  }
}

/// The members that a check has in the report of `run --json`, and its mitigation.
extension ClientResults.CheckFinding: JSONFormed {
  package static let form = JSONForm(
    ClientResults.CheckFinding(check: "", verdict: .pass), .must("id", \.check),
    .must("verdict", \.verdict), .must("title", \.title), .must("level", \.level),
    .must("requirements", \.requirements), .may("about", \.isTopic), .may("expected", \.expected),
    .may("observed", \.observed), .may("diagnosis", \.diagnosis),
    .may("expectedFailure", \.known), .may("cause", \.cause),
    .may("mitigation", \.mitigation))
}

extension Verdict: JSONConvertible, JSONFormed {}
