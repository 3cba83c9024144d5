// SPDX-License-Identifier: Apache-2.0

/// A case as an element of a JUnit document.
package struct JUnitCase {
  /// Unique in the document and the same in every run.
  package var name: String
  /// `authspec.digest`
  package var className: String
  /// Nanoseconds.
  package var duration: Int64
  package var outcome: JUnitOutcome
  /// The text of the failure or error, its message included; some readers show nothing else.
  package var body = ""
  /// Further text, for `<system-out>`.
  package var output = ""
  /// Rich documents only.
  package var file: String?
  package var line: Int?
  var assertions: Int?
  package var properties: [(name: String, value: String)] = []

  package init(name: String, className: String, duration: Int64, outcome: JUnitOutcome) {
    self.name = name
    self.className = className
    self.duration = duration
    self.outcome = outcome
  }

  /// The most characters of a message; some readers show no longer title.
  static let messageLimit = 255
  /// The most octets of a body, as GitHub's checks accept no more.
  static let bodyLimit = 1 << 16

  /// The element, with its line end.
  package func element(_ flavor: JUnitFlavor) -> String {
    let isRich = flavor == .rich
    var children = isRich && !properties.isEmpty ? XMLText.properties(properties, indent: 6) : ""
    children += result(flavor)
    if flavor != .ant, !output.isEmpty {
      children += "      <system-out>\(XMLText.content(capped(output)))</system-out>\n"
    }
    let attributes = XMLText.attributes([
      "name": name, "classname": className, "time": Phrases.seconds(duration),
      "file": isRich ? file : nil, "line": isRich ? line.map { "\($0)" } : nil,
      "assertions": isRich ? assertions.map { "\($0)" } : nil,
    ])
    return "    <testcase\(attributes)"
      + (children.isEmpty ? "/>\n" : ">\n\(children)    </testcase>\n")
  }

  private func result(_ flavor: JUnitFlavor) -> String {
    switch outcome {
    case .passed: return ""
    case .skipped(let reason, let message):
      // Neither schema allows a type here, so the message says it.
      let isKnown = flavor == .rich
      let said =
        !isKnown && reason == .expectedFailure ? "expected failure: \(message)" : message
      let attributes = XMLText.attributes([
        "type": isKnown ? reason?.rawValue : nil, "message": short(said),
      ])
      return "      <skipped\(attributes)/>\n"
    case .failure(let type, let message): return bad("failure", type, message)
    case .error(let type, let message): return bad("error", type, message)
    }
  }

  private func bad(_ element: String, _ type: String, _ message: String) -> String {
    let text = capped(Visible.text(message) + "\n\n" + body)
    let attributes = XMLText.attributes(["type": type, "message": short(message)])
    return "      <\(element)\(attributes)>\(XMLText.content(text))</\(element)>\n"
  }

  /// The message on one line of at most `messageLimit` characters.
  private func short(_ message: String) -> String {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    return Visible.cut(Visible.line(line), to: JUnitCase.messageLimit)
  }

  private func capped(_ text: String) -> String {
    guard text.utf8.count > JUnitCase.bodyLimit else { return text }
    let mark = "\n… cut at \(JUnitCase.bodyLimit) octets"
    var kept = text.utf8.prefix(JUnitCase.bodyLimit - mark.utf8.count)
    while String(kept) == nil, !kept.isEmpty { kept = kept.dropLast() }
    return (String(kept) ?? "") + mark
  }
}
