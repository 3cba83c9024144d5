// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// The basis of a check: the requirements that it shows, or else the scenario's specifications.
///
/// A robust requirement is never cited as if a specification stated it, and nothing is cited as
/// more binding than the check.
struct RequirementCitation {
  /// The citation of one requirement or specification.
  struct Line: Hashable {
    /// `MUST`, `SHOULD`, `MAY`, `ROBUST` or `NOTE`; `DEFINED` if the source defines something
    /// without a keyword, `CALLER` if it binds the program that uses the client, `ABOUT` if it is
    /// the scenario's topic, and it is not known whether it is broken.
    var label: String
    /// `RFC 7616 3.3 (R083): the sentence`, or for what is robust `beyond RFC …`.
    var text: String
  }

  private(set) var lines: [Line] = []

  /// The citation of a check of that level.
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

  /// The citation of a check in a case of `scenario`; the scenario's specifications stand for a
  /// check of the scenario's own rule only.
  init(of check: Check, in scenario: Scenario, context: ReportContext) {
    if check.isAboutTopic {
      self.init(topics: check.requirements, context: context)
      return
    }
    self.init(
      check.level, requirements: check.requirements,
      specifications: check.isWithoutRule ? [] : scenario.spec, context: context)
  }

  /// The citation of what a scenario is about.
  private init(topics ids: [String], context: ReportContext) {
    lines = ids.compactMap { context.requirements[$0] }
      .map { Line(label: "ABOUT", text: Visible.line($0.citation)) }
  }

  /// The citation of a requirement at its own level.
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

  /// The less binding of two levels; `robust` binds less than any keyword of a specification.
  private static func weaker(_ one: Level, _ other: Level) -> Level {
    let order: [Level] = [.note, .robust, .may, .should, .must]
    return order.first { $0 == one || $0 == other } ?? one
  }
}

extension Requirement {
  /// `RFC 7616 3.4 (R083): the sentence`
  var citation: String { "\(source) (\(id)): \(text)" }
}
