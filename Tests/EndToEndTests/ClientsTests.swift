// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

@Suite("Clients that are ready to be installed", .onOwnThreads)
struct ClientsTests {
  static let file = """
    name: canned
    about: A client of a test
    kind: driver
    argv: ["{installed}/venv/bin/python3", driver.py]
    install:
      debian: [python3, python3-venv]
      python: [canned==1.2, other==3]
      commands: [[make, "O={installed}", "in {client}"]]
    """

  static func place(_ more: [String: String] = [:]) throws -> Workplace {
    try Workplace(
      ["Clients/canned/client.yaml": file, "Clients/_shared/driver.py": ""]
        .merging(more) { $1 })
  }

  @Test("They are listed with what they are")
  func list() throws {
    let run = try Self.place().run("clients")
    #expect(run.status == 0)
    #expect(run.output == "canned  A client of a test\n")
  }

  @Test("What it takes to install one is listed step by step")
  func steps() throws {
    let place = try Self.place()
    let run = try place.run("clients", "--steps", "canned")
    #expect(run.status == 0, "\(run.errors)")
    let root = try #require(
      run.output.firstMatch(of: /canned\tfolder\t(.*)\/Clients\/canned\n/)?.output.1)
    #expect(
      run.output == """
        canned\tfolder\t\(root)/Clients/canned
        canned\tinstalled\t\(root)/.clients/canned
        canned\tdebian\tpython3\tpython3-venv
        canned\tpython\tcanned==1.2\tother==3
        canned\tcommand\tmake\tO=\(root)/.clients/canned\tin \(root)/Clients/canned

        """)
  }

  @Test("Another version is installed beside it, with whatever belongs to that")
  func version() throws {
    let run = try Self.place().run("clients", "--steps", "canned@1.1")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("canned@1.1\tpython\tcanned==1.1\n"))
    #expect(run.output.contains("/.clients/canned@1.1\n"))
    #expect(run.output.contains("/Clients/canned\n"))
  }

  @Test("Cases that a client's file leaves out are skipped with the reason, and must exist")
  func leftOut() throws {
    func file(_ pattern: String) -> String {
      """
      name: tool
      kind: command
      argv: [sh, -c, "exit 0", "{url}"]
      abilities: [basic]
      fragments: { login: [] }
      skip: [{ case: "\(pattern)", reason: It sends no GET. }]
      """
    }
    let place = try Workplace([
      "Scenarios/basic/plain.yaml": Workplace.scenario(),
      "Clients/tool/client.yaml": file("basic/plain[way=b]"),
    ])
    #expect(try place.run("check").status == 0)
    let run = try place.run("run", "--client", "tool", "--no-probe", "--all")
    #expect(run.output.contains("1 skipped"), "\(run.output)")
    #expect(
      run.output.contains("the client's file leaves it out: It sends no GET."), "\(run.output)")
    let junit = try place.text("Reports/junit.xml")
    #expect(junit.contains("leaves it out: It sends no GET."))
    try place.write(file("basic/plan[way=b]"), to: "Clients/tool/client.yaml")
    let complaint =
      "Clients/tool/client.yaml:6:16: error: there is no case “basic/plan[way=b]”\n      = take"
    for command in [
      ["check"], ["run", "--client", "tool"], ["matrix", "tool"], ["baseline", "--client", "tool"],
    ] {
      let refused = try place.run(command)
      #expect(refused.status == 2)
      #expect(refused.errors.contains(complaint), "\(command): \(refused.errors)")
    }
    // A part of the scenarios does not show that no case is called so.
    #expect(try place.run("run", "--client", "tool", "--no-probe", "basic/plain").status != 2)
  }

  @Test(
    "What cannot be installed is said",
    arguments: [
      ("caned", "no client is named 'caned'; did you mean 'canned'?"),
      ("canned@", "no client is named 'canned@'"),
      ("canned@1/../..", "no client is named 'canned@1/../..'"),
      ("plain@1", "'plain@1': only clients from Python's package index have versions"),
      ("placed", "commands of install know the places {client} and {installed} only"),
      ("tabbed", "holds tabs or line breaks"),
    ])
  func mistakes(_ name: String, _ complaint: String) throws {
    func file(_ name: String, _ install: String) -> String {
      "name: \(name)\nkind: driver\nargv: [driver]\ninstall: \(install)\n"
    }
    let place = try Self.place([
      "Clients/plain/client.yaml": file("plain", "{ debian: [x] }"),
      "Clients/placed/client.yaml": file("placed", "{ commands: [[make, \"{url}\"]] }"),
      "Clients/tabbed/client.yaml": file("tabbed", "{ commands: [[\"a\\tb\"]] }"),
    ])
    let run = try place.run("clients", "--steps", name)
    #expect(run.status == 2)
    #expect(run.errors.contains(complaint), "\(run.errors)")
  }
}
