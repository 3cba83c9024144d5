// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The basis of a check: the requirements that it shows, or else the scenario's specifications.
///
/// A robust requirement is never cited as if a specification stated it, and nothing is cited as
/// more binding than the check.
struct RequirementCitation {
  /// A line of them.
  struct Line: Hashable {
    /// `MUST`, `SHOULD`, `MAY`, `ROBUST` or `NOTE`; `DEFINED` where the source has no keyword but
    /// says what something is, `CALLER` where it binds who uses the client.
    var label: String
    /// `RFC 7616 3.3 (R083): the sentence`, or for what is robust `beyond RFC …`.
    var text: String
  }

  private(set) var lines: [Line] = []

  /// What a check of that level rests on.
  init(
    _ level: Level, requirements ids: [String], specifications: [String], context: ReportContext
  ) {
    var isGrounded = false
    for id in ids {
      guard let requirement = context.requirements[id] else {
        lines.append(Line(label: Phrases.word(for: level), text: Visible.line(id)))
        continue
      }
      let weaker = RequirementCitation.weaker(level, requirement.level)
      isGrounded = isGrounded || weaker == level
      lines.append(
        RequirementCitation.line(weaker, Visible.line(requirement.citation), requirement))
    }
    if !isGrounded {
      lines += specifications.map { RequirementCitation.line(level, Visible.line($0), nil) }
    }
  }

  /// A requirement as its own level has it.
  init(_ requirement: Requirement, context: ReportContext) {
    self.init(
      requirement.level, requirements: [requirement.id], specifications: [], context: context)
  }

  private static func line(
    _ level: Level, _ text: String, _ requirement: Requirement?
  ) -> Line {
    switch level {
    case .must, .may, .note: return Line(label: Phrases.word(for: level), text: text)
    case .should, .robust:
      if requirement?.duty == .caller { return Line(label: "CALLER", text: text) }
      if requirement?.basis == .definition { return Line(label: "DEFINED", text: text) }
      return Line(
        label: Phrases.word(for: level), text: level == .robust ? "beyond \(text)" : text)
    }
  }

  /// The level that claims less: robust before all that a specification says.
  private static func weaker(_ one: Level, _ other: Level) -> Level {
    let order: [Level] = [.note, .robust, .may, .should, .must]
    return order.first { $0 == one || $0 == other } ?? one
  }
}

extension Requirement {
  /// `RFC 7616 3.4 (R083): the sentence`
  var citation: String { "\(source) (\(id)): \(text)" }
}
