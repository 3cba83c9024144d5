// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// A scenario in prose: its first case, and the values of the matrix in which the others differ.
package struct Explanation {
  private let cases: [Case]
  private let context: ReportContext
  /// The number of columns.
  private var width = 100

  /// The explanation of the cases of one scenario.
  package init(_ cases: [Case], context: ReportContext) {
    self.cases = cases
    self.context = context
  }

  /// The text for a terminal.
  package func text(_ options: TerminalOptions) -> String {
    var fitting = self
    fitting.width = min(width, options.width)
    return options.painted(fitting.lines)
  }

  private var lines: [StyledLine] {
    guard let first = cases.first else { return [] }
    var lines = StyledLine.indented(
      Visible.line(first.scenario.title), .strong, indent: 0, width: width)
    lines += StyledLine.indented(
      "\(Visible.line(first.scenario.file)):\(first.location.line)", .faint, indent: 0, width: width
    )
    lines.append(StyledLine())
    lines += rules(first.scenario)
    lines += matrix
    lines.append(StyledLine())
    lines += story(of: first)
    return lines + list
  }

  /// The client's settings, what is played, and what is expected.
  private func story(of first: Case) -> [StyledLine] {
    var lines = heading("The client")
    lines +=
      first.client == ClientSettings()
      ? sentences(["It has the default settings."])
      : sentences(ClientProse.sentences(first.client))
    lines += servers(first)
    for (index, step) in first.steps.enumerated() {
      lines.append(StyledLine())
      lines += self.step(step, index, of: first)
    }
    return lines
  }

  /// The story of the first case with each sentence on one line; headings are not indented.
  package var story: [String] {
    guard let first = cases.first else { return [] }
    var unbroken = self
    unbroken.width = 1 << 20
    return unbroken.story(of: first).map(\.text).filter { !$0.isEmpty }
  }

  private func heading(_ text: String) -> [StyledLine] {
    StyledLine.indented(text, .strong, indent: 0, width: width)
  }

  private func sentences(_ sentences: [String], indent: Int = 2) -> [StyledLine] {
    sentences.flatMap { StyledLine.indented($0, indent: indent, width: width) }
  }

  private func labelled(_ label: String, _ text: String) -> [StyledLine] {
    StyledLine.labelled(label, text, indent: 0, column: 14, width: width)
  }

  private func rules(_ scenario: Scenario) -> [StyledLine] {
    var lines = labelled("level", Explanation.meaning(of: scenario.level))
    for id in scenario.requirements {
      guard let requirement = context.requirements[id] else {
        lines += labelled("requirement", Visible.line(id))
        continue
      }
      for line in RequirementCitation(requirement, context: context).lines {
        lines += labelled("requirement", "\(line.label) \(line.text)")
      }
      if let quotation = requirement.sentence {
        lines += labelled("", "“\(Visible.line(quotation))”")
      }
    }
    func list(_ label: String, _ words: [String]) {
      guard !words.isEmpty else { return }
      lines += labelled(label, words.map { Visible.line($0) }.joined(separator: ", "))
    }
    list("specified", scenario.spec)
    list("needs", cases.first?.needs ?? [])
    list("tags", scenario.tags)
    list("peers", scenario.peers)
    if let notes = scenario.notes { lines += labelled("notes", Visible.text(notes)) }
    return lines
  }

  private static func meaning(of level: Level) -> String {
    switch level {
    case .must: "MUST: breaking it is a failure"
    case .should: "SHOULD: breaking it is a warning"
    case .may: "MAY: either way is noted"
    case .robust:
      "ROBUST: no RFC says it with a keyword; breaking it is a failure all the same"
    case .note: "NOTE: an observation that never fails"
    }
  }

  private var matrix: [StyledLine] {
    guard let first = cases.first else { return [] }
    return first.coordinates.flatMap { coordinate in
      let same = cases.flatMap(\.coordinates).filter { $0.key == coordinate.key }
      let values = same.grouped(by: \.value).map { Visible.line($0.key) }
      return labelled(Visible.line(coordinate.key), values.joined(separator: ", "))
    }
  }

  private func servers(_ first: Case) -> [StyledLine] {
    var lines: [StyledLine] = []
    for server in first.servers {
      var words = [server.kind == .proxy ? "a proxy" : "an origin server"]
      if let other = server.sameHostAs, server.samePortAs == other {
        words.append("at the address and on the port of \(Visible.line(other))")
      } else if let other = server.sameHostAs {
        words.append("at the address of \(Visible.line(other)), on another port")
      }
      if server.isIPv6 { words.append("at the address [::1]") }
      if let other = server.samePortAs, server.sameHostAs != other {
        words.append("on the port of \(Visible.line(other)), at another address")
      }
      if let name = server.hostName {
        words.append("called \(Visible.line(name)) in URLs, with the port it listens on")
      }
      if let authority = server.authority {
        words.append("called \(Visible.line(authority)) in URLs")
      }
      if let tls = server.tls { words.append(TLSProse.settings(tls)) }
      if server.takesTwoTokens { words.append("with two legs of Negotiate") }
      if server.isHTTP10 { words.append("speaking HTTP/1.0") }
      if server.speaksHTTP2 { words.append("speaking HTTP/2") }
      if let backEnd = server.backEnd { words.append("played by \(backEnd.rawValue)") }
      lines.append(StyledLine())
      lines += heading("The server \(Visible.line(server.name))")
      lines += sentences(["It is \(words.joined(separator: ", "))."])
      lines += rules(server.rules, server)
    }
    return lines
  }

  private func rules(_ rules: [Rule], _ server: ServerDefinition) -> [StyledLine] {
    sentences(
      rules.map { rule in
        let often = rule.times.map { " (\(Phrases.count($0, "time")) at most)" } ?? ""
        let when =
          PatternProse.isAnything(rule.when)
          ? "To anything else" : "To \(PatternProse.request(rule.when))"
        let what = ReplyProse.text(rule.reply, kind: server.kind)
        return "\(when)\(often) \(Visible.line(server.name)) \(what)."
      })
  }

  private func step(_ step: Step, _ index: Int, of first: Case) -> [StyledLine] {
    var lines = heading("Step \(index + 1): \(Visible.line(step.title))")
    if step.restarts {
      lines += sentences(["The client ends, and starts anew."])
    }
    switch step.store {
    case .broken:
      lines += sentences(["Its files of logins are overwritten with meaningless octets."])
    case .cut:
      lines += sentences(["Its last file of logins is cut off before the end."])
    case .readOnly: lines += sentences(["Its files of logins cannot be changed any more."])
    case nil: break
    }
    if !step.closing.isEmpty {
      let names = Phrases.joined(step.closing.map { Visible.line($0) })
      lines += sentences(["Idle connections to \(names) are closed."])
    }
    if step.pause > 0 { lines += sentences(["\(step.pause) ms pass."]) }
    if let client = step.client, client != (index == 0 ? first.client : nil) {
      lines += sentences(["From here on the client has these settings:"])
      lines += sentences(ClientProse.sentences(client), indent: 4)
    }
    let requests = step.requests.map(ClientProse.request)
    let together = requests.count > 1 ? " at the same time" : ""
    lines += sentences(
      ["The client is asked for \(Phrases.joined(requests))\(together)."])
    for server in first.servers {
      let handshakes = step.handshakes[server.name] ?? []
      lines += sentences(handshakes.map { TLSProse.rule($0, of: server.name) })
      lines += rules(step.rules[server.name] ?? [], server)
    }
    let expected = ExpectationProse.sentences(step.expect)
    if !expected.isEmpty {
      lines += sentences(["What must be seen:"])
      lines += sentences(expected, indent: 4)
    }
    return lines
  }

  private var list: [StyledLine] {
    var lines = [StyledLine()]
    lines += heading(Phrases.count(cases.count, "case"))
    lines += sentences(cases.prefix(40).map { Visible.line($0.id) })
    if cases.count > 40 {
      lines += sentences(["… and \(cases.count - 40) more: authspec list --cases"])
    }
    return lines
  }
}
