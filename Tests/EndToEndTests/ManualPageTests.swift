// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

@Suite("The manual page", .onOwnThreads)
struct ManualPageTests {
  private let page: String

  init() throws { page = try Self.page(of: "authspec") }

  /// The page that a program prints about itself.
  private static func page(of program: String) throws -> String {
    let run = try Self.run(program, "manual")
    try #require(run.status == 0, "\(run.errors)")
    return run.output
  }

  private static func run(_ program: String, _ words: String...) throws -> ProgramRun {
    try Workplace().run(words, program: program)
  }

  /// The page's sections by their titles, or its parts of sections.
  private func parts(_ macro: String) -> [String: String] { Self.parts(macro, of: page) }

  private static func parts(_ macro: String, of page: String) -> [String: String] {
    var parts: [String: String] = [:]
    for part in page.components(separatedBy: "\n.\(macro) \"").dropFirst() {
      let title = String(part.prefix { $0 != "\"" })
      parts[title.replacing("\\-", with: "-")] = String(part)
    }
    return parts
  }

  @Test("It has the usual sections")
  func sections() {
    let sections = parts("SH")
    for title in [
      "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT",
      "FILES", "EXAMPLES", "SEE ALSO",
    ] {
      #expect((sections[title]?.count ?? 0) > 20, "\(title)")
    }
    #expect(sections["NAME"]?.contains("\nauthspec \\- test how") == true)
    for status in [0, 1, 2, 3, 4, 130] {
      #expect(sections["EXIT STATUS"]?.contains("\\fB\(status)\\fR\n") == true, "\(status)")
    }
  }

  @Test(
    "Each command and each option of the help is in it",
    arguments: ["authspec", "authspec-maintain"])
  func complete(_ program: String) throws {
    let help = try Self.run(program, "help").output
    let commands = help.matches(of: /(?m)^  ([a-z][a-z-]*)\s/).map { String($0.output.1) }
    try #require(commands.count > 14)
    let sections = try Self.parts("SS", of: Self.page(of: program))
    #expect(sections.keys.sorted() == commands.sorted())
    for command in commands {
      let section = try #require(sections[command], "\(command)")
      let help = try Self.run(program, "help", command).output
      for match in help.matches(of: /(?m)^  --([a-z-]+)/) {
        let option = match.output.1.replacing("-", with: "\\-")
        #expect(section.contains("\n.TP\n\\fB\\-\\-\(option)\\fR"), "\(command) --\(option)")
      }
    }
  }

  @Test("The examples use commands and options that exist")
  func examples() throws {
    let lines = try #require(parts("SH")["EXAMPLES"]).matches(of: /\n\.TP\n\\fB(.+)\\fR\n/)
    try #require(lines.count > 4)
    for line in lines {
      let text = line.output.1.replacing("\\-", with: "-")
      // What stands in quotes is for a shell or a client.
      let words = text.replacing(/\\\(aq.*?\\\(aq/, with: "")
      for call in words.split(separator: ";").map({ $0.split(separator: " ") }) {
        #expect(call.first == "authspec")
        let command = try #require(call.dropFirst().first)
        let help = try Self.run("authspec", "help", String(command))
        #expect(help.status == 0, "\(text)")
        for option in call where option.hasPrefix("--") {
          #expect(help.output.contains("  \(option)"), "\(text)")
        }
      }
    }
  }

  @Test("It uses nothing but macros of man(7), and plain ASCII")
  func macros() {
    #expect(page.utf8.allSatisfy { $0 == 10 || 32..<127 ~= $0 })
    let known: Set<Substring> = [
      ".\\\"", ".TH", ".SH", ".SS", ".PP", ".TP", ".br", ".nh", ".ad",
    ]
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      #expect(!line.isEmpty && !line.hasPrefix("'"))
      if line.hasPrefix(".") { #expect(known.contains(line.prefix { $0 != " " }), "\(line)") }
      let opened = line.matches(of: /\\f[BI]/).count
      #expect(opened == line.matches(of: /\\fR/).count, "\(line)")
      // An escape that is not one of these prints its letter.
      let escape = /\\(?:f[BIR]|[-e&"]|\((?:aq|dq|ga|ha|ti)|\[u[0-9A-F]+\])/
      let rest = line.replacing(escape, with: "")
      #expect(!rest.contains("\\"), "\(line)")
      // What roff would replace by typographic characters is escaped.
      #expect(line.hasPrefix(".") || !rest.contains(/['`^~"-]/), "\(line)")
    }
  }

  @Test("groff renders it without a warning")
  func rendered() throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard
      let groff = folders.map({ "\($0)/groff" }).first(
        where: FileManager.default.isExecutableFile)
    else { return }
    let place = try Workplace(["authspec.1": page])
    let run = try ProgramRun(
      ["-ww", "-man", "-Tutf8", "-P-cbou", "authspec.1"], in: place.path,
      program: URL(filePath: groff))
    #expect(run.status == 0)
    #expect(run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("\n       --junit-flavor rich|ant|surefire\n"), "\(run.output)")
    #expect(run.output.contains("'curl --anyauth -u {user}:{password}"))
  }

  @Test("make install installs it with the program, and make uninstall removes both")
  func installed() throws {
    let machine = try StubMachine(isRoot: true)
    let place = machine.place
    for name in ["README.md", "CHANGELOG.md", "LICENSE", "docs/scenario.schema.json"] {
      try place.write("\(name)\n", to: name)
    }
    try place.write(Workplace.scenario(), to: "Scenarios/basic/plain.yaml")
    try place.write("", to: "Clients/none")
    try place.write("", to: "Fuzz/seeds/none")
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/.build/release", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/.build/release/authspec",
      withDestinationPath: ProgramRun.program("authspec").path)
    let run = try machine.run("make install DESTDIR=\(place.path)/root PREFIX=/usr")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try place.text("root/usr/share/man/man1/authspec.1") == page)
    let elsewhere = try Workplace()
    let list = try ProgramRun(
      ["list", "--ids"], in: elsewhere.path,
      program: URL(filePath: "\(place.path)/root/usr/bin/authspec"))
    #expect(list.output == "basic/plain\n", "\(list.errors)")
    for (shell, path) in [
      ("bash", "bash-completion/completions/authspec"), ("zsh", "zsh/site-functions/_authspec"),
      ("fish", "fish/vendor_completions.d/authspec.fish"),
    ] {
      let printed = try Self.run("authspec", "completions", shell)
      #expect(try place.text("root/usr/share/\(path)") == printed.output)
    }

    let removal = try machine.run("make uninstall DESTDIR=\(place.path)/root PREFIX=/usr")
    #expect(removal.status == 0, "\(removal.errors)")
    let left = FileManager.default.enumerator(atPath: "\(place.path)/root")?.allObjects
      .compactMap { $0 as? String }.filter { $0.contains("authspec") }
    #expect(left == [], "\(left ?? [])")
  }
}
