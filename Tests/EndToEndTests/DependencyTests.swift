// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// What `make run`, `make test` and `make deps` do about missing packages.
@Suite("Missing packages", .onOwnThreads)
struct DependencyTests {
  private static let missing = ["yaml-0.1", "nettle"]
  private static let packages = "libyaml-dev nettle-dev"
  private static let installation =
    "apt-get install -y --no-install-recommends \(packages)"

  @Test("If nothing is missing, nothing is said or installed")
  func complete() throws {
    let machine = try StubMachine(sudo: .withPassword)
    let run = try machine.run("sh Tools/scripts/install-dependencies")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.isEmpty && run.errors.isEmpty)
    #expect(machine.calls.isEmpty)
  }

  @Test("root installs them, and says which before it does", arguments: ["run", "test", "deps"])
  func root(_ goal: String) throws {
    let machine = try StubMachine(
      missing: Self.missing, isRoot: true, sudo: .withPassword)
    _ = try machine.run("make \(goal)")
    #expect(machine.calls.first == Self.installation)
    #expect(!machine.calls.contains { $0.hasPrefix("sudo") })
    #expect(
      machine.saidBefore == "authspec: installing with apt-get: \(Self.packages)\n",
      "\(machine.saidBefore)")
  }

  @Test("sudo installs them if it needs no password, and cannot ask for one")
  func withoutPassword() throws {
    let machine = try StubMachine(missing: Self.missing, sudo: .withoutPassword)
    let run = try machine.run("make build")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      machine.calls == [
        "sudo -n true", "sudo -n env DEBIAN_FRONTEND=noninteractive \(Self.installation)",
        Self.installation, "swift build",
      ])
    #expect(
      machine.saidBefore == "authspec: installing with apt-get and sudo: \(Self.packages)\n")
  }

  @Test(
    "Without rights the command is printed and nothing is asked, not even on a terminal",
    arguments: ["run", "test", "build", "bench"], [false, true])
  func withPassword(_ goal: String, _ onTerminal: Bool) throws {
    if onTerminal, !StubMachine.hasTerminal { return }
    let machine = try StubMachine(missing: Self.missing, sudo: .withPassword)
    let run = try machine.run("make \(goal)", onTerminal: onTerminal)
    #expect(run.status != 0)
    #expect(
      (run.output + run.errors).contains(
        "authspec: missing: \(Self.packages); to install them, run: make deps"),
      "\(run.output)\(run.errors)")
    #expect(machine.calls == ["sudo -n true"])
  }

  @Test("make deps lets sudo ask on a terminal", .enabled(if: StubMachine.hasTerminal))
  func asking() throws {
    let machine = try StubMachine(missing: Self.missing, sudo: .withPassword)
    let run = try machine.run("make deps", onTerminal: true)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      machine.calls == [
        "sudo -n true", "sudo env DEBIAN_FRONTEND=noninteractive \(Self.installation)",
        Self.installation,
      ])
    #expect(machine.saidBefore.contains(Self.packages))
  }

  @Test("make deps without a terminal, or without sudo, prints what root has to do")
  func nobodyToAsk() throws {
    let asRoot = "run as root: apt-get install \(Self.packages)"
    let pipe = try StubMachine(missing: Self.missing, sudo: .withPassword)
    let refused = try pipe.run("make deps")
    #expect(refused.status != 0)
    #expect(refused.errors.contains(asRoot), "\(refused.errors)")
    #expect(pipe.calls == ["sudo -n true"])

    let machine = try StubMachine(missing: Self.missing)
    let alone = try machine.run("make deps")
    #expect(alone.status != 0)
    #expect(alone.errors.contains(asRoot), "\(alone.errors)")
    #expect(machine.calls.isEmpty)
  }

  @Test("The list of packages is fetched if the first try fails")
  func oldList() throws {
    let machine = try StubMachine(missing: Self.missing, isRoot: true)
    try machine.stub(
      "apt-get",
      "echo \"apt-get $*\" >>\"$CALLS\"; test \"$1\" = update && touch fresh; test -f fresh")
    let run = try machine.run("make deps")
    #expect(run.status == 0, "\(run.errors)")
    #expect(machine.calls == [Self.installation, "apt-get update", Self.installation])
  }

  @Test("An installation that fails is a failure, with the last words of apt-get")
  func failure() throws {
    let machine = try StubMachine(missing: Self.missing, isRoot: true)
    try machine.stub("apt-get", "echo no such package; exit 100")
    let run = try machine.run("make run")
    #expect(run.status != 0)
    #expect(run.errors.contains("no such package\n"), "\(run.errors)")
    #expect(run.errors.contains("could not install: \(Self.packages)"), "\(run.errors)")
    #expect(machine.calls.isEmpty)
  }

  @Test("A missing KDC is installed with the rights, and holds nothing up without them")
  func withoutKDC() throws {
    let installation = "apt-get install -y --no-install-recommends"
    let rich = try StubMachine(missing: Self.missing, isRoot: true)
    try rich.stub("dpkg-query", "exit 1")
    #expect(try rich.run("make build").status == 0)
    #expect(rich.calls == ["\(installation) \(Self.packages) krb5-kdc", "swift build"])
    let alone = try StubMachine(isRoot: true)
    try alone.stub("dpkg-query", "exit 1")
    #expect(try alone.run("make build").status == 0)
    #expect(alone.calls == ["\(installation) krb5-kdc", "swift build"])
    let poor = try StubMachine()
    try poor.stub("dpkg-query", "exit 1")
    let build = try poor.run("make build")
    #expect(build.status == 0, "\(build.errors)")
    #expect(poor.calls == ["swift build"])
    #expect(build.output.contains("authspec: without krb5-kdc the cases of Negotiate are skipped"))
    #expect(try poor.run("make deps").status != 0)
  }

  @Test("Python is not installed for checks that are left out")
  func withoutPython() throws {
    let machine = try StubMachine(isRoot: true)
    try machine.stub("python3", "exit 1")
    #expect(try machine.run("AUTHSPEC_REQUIRE_PYTHON=0 make build").status == 0)
    #expect(machine.calls == ["swift build"])
    _ = try machine.run("make build")
    #expect(
      machine.calls.dropFirst().first
        == "apt-get install -y --no-install-recommends python3 python3-venv")
  }

  @Test("Python's packages are named before they are installed, and pip asks nothing")
  func pythonPackages() throws {
    let machine = try StubMachine()
    try machine.place.write("one==1\ntwo==2\n", to: "Tests/junit-schemas/requirements.txt")
    try machine.stub(
      "python", "cat \"$CALLS.said\" >\"$CALLS.before\"; echo \"python $*\" >>\"$CALLS\"")
    try machine.stub("python3", "mkdir -p .venv/bin; cp bin/python .venv/bin/python")
    let run = try machine.run("make test")
    #expect(run.status == 0, "\(run.errors)")
    #expect(machine.saidBefore == "authspec: installing into .venv: one==1 two==2 \n")
    #expect(machine.calls.first?.contains("pip install --quiet --no-input ") == true)
    #expect(
      machine.calls.suffix(2).first
        == "swift build -c release -Xswiftc -enable-testing -Xswiftc -index-ignore-system-modules "
        + "--build-tests --explicit-target-dependency-import-check error -Xswiftc -gnone")
    #expect(machine.calls.last?.hasPrefix("swift test -c release --skip-build ") == true)
  }

  @Test("Clients are installed by the same rule")
  func clients() throws {
    let machine = try StubMachine(sudo: .withPassword)
    try machine.stub(
      "authspec",
      "printf 'wget\\tfolder\\t.\\nwget\\tinstalled\\tdone\\nwget\\tdebian\\twget\\tgit\\n'")
    let run = try machine.run("AUTHSPEC=authspec sh Tools/scripts/install-clients wget")
    #expect(run.status == 1)
    #expect(run.errors.contains("to install them, run: sudo apt-get install wget git"))
    #expect(machine.calls == ["sudo -n true"])
  }
}
