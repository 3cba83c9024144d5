// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Scenarios
import Transcripts

extension Check: JSONFormed {
  package static let form = JSONForm(
    Check(
      CheckDescriptor(id: "", kind: .exchanges, title: "", level: .note, requirements: []), .pass),
    .must("check", \.descriptor), .must("verdict", \.verdict), .may("finding", \.finding),
    .may("consequence", \.isConsequence))
}

extension CheckDescriptor: JSONFormed {
  package static let form = JSONForm<CheckDescriptor>(
    write: { check in
      .members([
        "id": check.id, "kind": check.kind, "title": check.title, "level": check.level,
        "requirements": check.requirements, "step": check.step, "line": check.location?.line,
        "column": check.location?.column,
      ])
    },
    read: { json, _ throws(JSONValue.Mistake) in
      let location: SourceLocation? =
        if let line: Int = try json.optional("line") {
          SourceLocation(line: line, column: try json.part("column"))
        } else {
          nil
        }
      return CheckDescriptor(
        id: try json.part("id"), kind: try json.part("kind"), title: try json.part("title"),
        level: try json.part("level"), requirements: try json.part("requirements"),
        step: try json.optional("step"), location: location)
    })
}

extension Level: JSONConvertible, JSONFormed {}

extension Finding: JSONConvertible, JSONFormed {
  package static let form = JSONForm(
    Finding(expected: "", observed: ""), .must("expected", \.expected),
    .must("observed", \.observed), .may("diagnosis", \.diagnosis), .may("exchange", \.exchange),
    .may("rule", \.rule), .may("mistake", \.mistake), .may("deviation", \.deviation),
    .may("nearest", \.nearest))
}

extension BrokenRule: JSONConvertible, JSONFormed {
  package static let form = JSONForm(
    BrokenRule(nil, .note), .may("requirement", \.requirement), .must("level", \.level),
    .may("topic", \.isTopic))
}

extension Mistake: JSONConvertible, JSONFormed {}

extension Deviation: JSONConvertible, JSONFormed {}

extension CheckKind: JSONConvertible, JSONFormed {
  package static let form = JSONForm<CheckKind>.text(\.word) { words[$0] }

  private static let words: [String: CheckKind] = {
    let kinds: [CheckKind] =
      [
        .exchanges, .repeats, .handshakes, .prohibition(nil), .order, .alternatives, .outcome,
        .response, .questions, .question, .stored, .observation,
      ] + Detail.allCases.flatMap { [.detail($0), .prohibition($0)] }
      + InvariantName.allCases.map { .invariant($0) }
    return Dictionary(kinds.map { ($0.word, $0) }) { first, _ in first }
  }()

  private var word: String {
    switch self {
    case .detail(let detail): "detail.\(detail.rawValue)"
    case .prohibition(let detail): "prohibition" + (detail.map { ".\($0.rawValue)" } ?? "")
    case .invariant(let name): name.check
    case .exchanges: "exchanges"
    case .repeats: "repeats"
    case .handshakes: "handshakes"
    case .order: "order"
    case .alternatives: "alternatives"
    case .outcome: "outcome"
    case .response: "response"
    case .questions: "questions"
    case .question: "question"
    case .stored: "stored"
    case .observation: "observation"
    }
  }
}
