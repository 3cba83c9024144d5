// SPDX-License-Identifier: Apache-2.0

@testable import ScenarioFiles
@testable import Scenarios
import Foundation
import HTTPAuth
import Testing

@Suite struct ClientDefinitionTests {
  private func load(_ text: String) -> (ClientDefinition?, [Diagnostic]) {
    ClientDefinition.load(text: Array(text.utf8), file: "client.yaml") { pattern in
      pattern.contains("(") && !pattern.contains(")") ? "a parenthesis is open" : nil
    }
  }

  private func documentation() throws -> String {
    try String(contentsOf: Repository.root.appending(path: "docs/clients.md"), encoding: .utf8)
  }

  private func complaints(_ text: String) -> [String] {
    load(text).1.map { "\($0.location.line):\($0.location.column): \($0.message)" }
  }

  @Test func everyExampleOfTheDocumentationLoads() throws {
    let examples = try documentation().components(separatedBy: "```yaml\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(examples.count == 2)
    for example in examples {
      let (definition, diagnostics) = load(example)
      #expect(diagnostics == [])
      #expect(definition != nil)
    }
  }

  @Test func theDocumentationNamesEveryPlaceAndFragment() throws {
    let text = try documentation()
    for place in Placeholder.allCases { #expect(text.contains("`{\(place.rawValue)}`")) }
    for fragment in Fragment.allCases { #expect(text.contains("`\(fragment.rawValue)`")) }
  }

  @Test func aCommandIsReadWhole() throws {
    let (loaded, diagnostics) = load(
      """
      name: tool
      kind: command
      argv: [tool, "{options}", "{url}"]
      environment: { NO_COLOR: "1" }
      files: { .toolrc: "user={user}" }
      limits: { memory: none, files: 64 }
      jobs: 2
      stdin: body
      body: stdout
      abilities: [basic, digest-sha-256]
      methods: { GET: [], "*": [-X, "{method}"] }
      fragments:
        login: { argv: [-u, "{user}:{password}"], environment: { LOGIN: "{user}" } }
        no-redirects: []
      outcomes:
        - { exit: [0, 8], headers: "^HTTP/1.1 ([0-9]+)", status: found }
        - { stderr: refused, error: connection }
      """)
    #expect(diagnostics == [])
    let definition = try #require(loaded)
    #expect(definition.argv.count == 3 && definition.argv[1] == .options)
    #expect(definition.limits.memory == nil && definition.limits.files == 64)
    guard case .command(let command) = definition.kind else {
      Issue.record("not a command")
      return
    }
    #expect(command.order == [.login, .noRedirects])
    #expect(command.fragments[.login]?.environment.map(\.name) == ["LOGIN"])
    #expect(command.methods?["*"]?.plain.argv.count == 2)
    #expect(command.bodyOnStandardInput && command.body == .stdout)
    #expect(command.abilities == ["basic", "digest-sha-256"])
    #expect(command.outcomes.map(\.meaning) == [.found, .error("connection")])
    #expect(command.outcomes.first?.exit == [0, 8])
  }

  @Test func casesAreLeftOutWithAReason() throws {
    let (loaded, diagnostics) = load(
      """
      name: a
      kind: driver
      argv: [x]
      skip:
        - { case: "a/b[side=*]", reason: It is another method. }
        - case: [c/d, "e/*"]
          reason: It is said in words.
      """)
    #expect(diagnostics == [])
    let skips = try #require(loaded).skips
    #expect(skips.map(\.reason) == ["It is another method.", "It is said in words."])
    #expect(skips.map { $0.covers(case: "a/b[side=proxy]") } == [true, false])
    #expect(skips.map { $0.covers(case: "e/f") } == [false, true])
    let complaints = skips.flatMap { $0.complaints(among: ["a/b[side=origin]", "e/f"]) }
    #expect(
      complaints.map(\.description) == [
        """
        client.yaml:6:12: error: there is no case “c/d”
              = take the pattern out, or write the id that 'authspec list --cases' shows
        """
      ])
    let wrong =
      "name: a\nkind: driver\nargv: [x]\nskip:\n  - { case: c/d }\n  - { reason: r }\n"
      + "  - { case: c/d, reason: r, verdict: fail }\n"
    #expect(
      self.complaints(wrong) == [
        "5:5: an entry of skip needs reason:", "6:5: an entry of skip needs case:",
        "7:29: unknown key \"verdict\" in an entry of skip",
      ])
  }

  @Test func placesAreFilledAndNeverReadAgain() throws {
    let text = try FillableText("{{user}={user}:%{http_code}{")
    #expect(text.placeholders == [.user])
    #expect(text.filled { $0 == .user ? "{url}" : nil } == "{user}={url}:%{http_code}{")
    #expect(text.filled { _ in nil } == nil)
    #expect(throws: FillableText.UnknownPlaceholder(word: "usr", nearest: "user")) {
      try FillableText("{usr}")
    }
  }

  @Test func whatIsWrongIsSaidWithItsPlace() {
    #expect(
      complaints("name: a\nkind: tool\nargv: [x, \"{pasword}\"]\nargs: []\n") == [
        "2:7: \"tool\" is not a kind", "3:12: nothing is called {pasword}",
        "4:1: unknown key \"args\" in a client",
      ])
    #expect(
      complaints("name: _a\nkind: command\nargv: []\n") == [
        "1:7: \"_a\" is not a client's name", "3:7: argv is empty",
      ])
    #expect(
      complaints("name: a\nkind: driver\nargv: [x]\nfragments: { login: [] }\n") == [
        "4:1: a driver has no fragments:"
      ])
    #expect(
      complaints("name: a\nkind: command\nargv: [x]\nfragments: { login: [-u], logn: [] }\n") == [
        "3:1: argv has no place for the fragments", "4:27: \"logn\" asks for nothing",
      ])
    #expect(
      complaints(
        """
        name: a
        kind: command
        argv: [x]
        files: { ../b: c }
        environment: { HOME: /root }
        outcomes:
          - { exit: 0, stdout: "(", status: found }
          - { exit: 300, error: none }
          - { status: 200 }
          - { exit: 0, status: found }
          - { exit: 0 }
          - { exit: 1, status: 404, body: all }
          - { exit: 2, error: tls, body: none }
        """) == [
          "4:10: \"../b\" is not a path below HOME", "5:16: HOME is given to every client",
          "7:24: \"(\" is not a pattern: a parenthesis is open",
          "8:13: an exit status must be from 0 to 255, not 300",
          "8:25: \"none\" is not an error kind",
          "9:5: an outcome needs exit:, stdout:, stderr: or headers:",
          "10:24: nothing is found without a pattern",
          "11:5: an outcome needs either status: or error:",
          "12:35: expected none", "13:34: an error has no body",
        ])
    #expect(complaints("- a\n") == ["1:1: expected a mapping for a client, found a list"])
  }
}
