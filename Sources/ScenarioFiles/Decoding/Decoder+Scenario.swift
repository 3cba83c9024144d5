// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Decoder {
  /// Decodes the scenario; `nil` if the title or the level cannot be read.
  func scenario(_ fields: Fields<FileKey>, id: String) -> Scenario? {
    let title = fields[.title].flatMap(title)
    let level: Level? = fields[.level].flatMap { choice($0, "a level") }
    if fields.entry(.title) == nil {
      collector.report(
        fields.start, "this scenario has no title",
        hint: "add title: the behaviour as one sentence, without a full stop")
    }
    if fields.entry(.level) == nil {
      collector.report(
        fields.start, "this scenario has no level",
        hint: "add level: must, should, may, robust or note")
    }
    var scenario = Scenario(
      id: id, file: collector.source.file, title: title ?? "", level: level ?? .note)
    scenario.requirements = list(fields[.requirements], of: "requirements", requirement)
    scenario.peers = list(fields[.peers], of: "peers", peer)
    scenario.spec = list(fields[.spec], of: "specifications", specification)
    scenario.tags = list(fields[.tags], of: "tags") { words($0, "a tag") }
    scenario.notes = fields[.notes].flatMap { words($0, "notes") }
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
