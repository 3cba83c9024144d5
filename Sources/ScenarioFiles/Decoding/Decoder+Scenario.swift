// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Forms {
  /// The keys of a scenario that are the same for all its cases.
  static let scenario: YAMLForm<Scenario> = .init(
    "a scenario", required: ["title", "level", "steps"], rest: .form { parts.schema },
    .custom("title", .pattern("[^.]$")),
    .custom("level", YAMLKind<Level>.choice("").schema),
    .may("requirements", \.requirements, .list("requirements", .requirement)),
    .may("spec", \.spec, .list("specifications", .specification)),
    .may("peers", \.peers, .list("peers", .peer)),
    .may("tags", \.tags, .list("tags", .words("a tag"))),
    .option("notes", \.notes, .words("notes")),
    .custom("matrix", matrix.schema))

  private static let matrix: YAMLForm<Void> = .init(
    "matrix", rest: .values { .list(.any([.text, value.schema]), least: 1) },
    keys: [
      "except": .list(.map(.any([.text, .list(.text)])))
    ])

  private static let value: YAMLForm<Void> = .init(
    "a value of the matrix", required: ["id"], rest: .values { .anything },
    keys: [
      "id": .text
    ])
}

extension Decoder {
  /// Decodes the scenario; `nil` if the title or the level cannot be read.
  func scenario(_ fields: Fields<Scenario>, id: String) -> Scenario? {
    let title = fields["title"].flatMap(title)
    let level: Level? = fields["level"].flatMap { choice($0, "a level") }
    if fields["title"] == nil {
      collector.report(
        fields.start, "this scenario has no title",
        hint: "add title: the behaviour as one sentence, without a full stop")
    }
    if fields["level"] == nil {
      collector.report(
        fields.start, "this scenario has no level",
        hint: "add level: must, should, may, robust or note")
    }
    var scenario = Scenario(
      id: id, file: collector.source.file, title: title ?? "", level: level ?? .note)
    fields.read(into: &scenario, by: self)
    return title == nil || level == nil ? nil : scenario
  }

  private func title(_ node: YAMLNode) -> String? {
    guard let title = words(node, "a title") else { return nil }
    if title.hasSuffix(".") { report(node, "a title has no full stop", hint: "leave it out") }
    if title.utf8.contains(0x0A) {
      report(node, "a title is one line", hint: "put the rest into notes:")
    }
    return title
  }

  /// A reference such as `RFC 7616 3.3`, or any text that does not begin with `RFC`.
  func specification(_ node: YAMLNode) -> String? {
    guard let text = words(node, "a specification") else { return nil }
    guard text.uppercased().hasPrefix("RFC") else { return text }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    let isRead =
      (2...3).contains(parts.count) && parts[0] == "RFC" && Int(digits: parts[1]) != nil
      && (parts.count == 2
        || parts[2].utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0.isNameOctet })
    if !isRead {
      report(node, "\(shown(node)) is not a specification", hint: "as in RFC 7616 3.3")
      return nil
    }
    return text
  }
}
