// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A copy of the Makefile and the tools, on a machine of stubs: a PATH with nothing in it that
/// installs or asks.
struct StubMachine {
  /// What `sudo` does.
  enum Sudo {
    /// There is none.
    case absent
    /// It runs commands without asking.
    case withoutPassword
    /// It asks for a password, and refuses if it must not ask (`-n`).
    case withPassword
  }

  let place: Workplace

  /// A machine that lacks the libraries with these names of pkg-config.
  init(missing: [String] = [], isRoot: Bool = false, sudo: Sudo = .absent) throws {
    place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/bin", withIntermediateDirectories: true)
    for name in ["Makefile", "Tools"] {
      try FileManager.default.copyItem(
        at: CatalogueFixture.root.appending(path: name), to: URL(filePath: "\(place.path)/\(name)"))
    }
    for tool in [
      "sh", "make", "env", "mktemp", "rm", "cp", "mkdir", "tail", "cat", "tr", "cut", "uniq",
      "grep", "dirname", "install", "touch", "true", "bash", "sleep",
    ] {
      let folder = ["/usr/bin", "/bin"].first {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)")
      }
      try FileManager.default.createSymbolicLink(
        atPath: "\(place.path)/bin/\(tool)", withDestinationPath: "\(folder ?? "/usr/bin")/\(tool)")
    }
    try stub("uname", "echo Linux")
    try stub("id", "echo \(isRoot ? 0 : 1000)")
    try stub("swift", "echo \"swift $*\" >>\"$CALLS\"")
    try stub("python3", "exit 0")
    try stub("dpkg-query", "echo installed")
    try stub(
      "pkg-config", "case \"$2\" in \((missing + ["none"]).joined(separator: "|"))) exit 1 ;; esac")
    // What the user had been told when the installation began is kept.
    try stub(
      "apt-get", "cat \"$CALLS.said\" >\"$CALLS.before\"; echo \"apt-get $*\" >>\"$CALLS\"")
    switch sudo {
    case .absent: break
    case .withoutPassword:
      try stub("sudo", "echo \"sudo $*\" >>\"$CALLS\"; test \"$1\" != -n || shift; exec \"$@\"")
    case .withPassword:
      try stub("sudo", "echo \"sudo $*\" >>\"$CALLS\"; test \"$1\" != -n || exit 1; exec \"$@\"")
    }
  }

  /// Puts a shell script of that name on the PATH.
  func stub(_ name: String, _ script: String) throws {
    try place.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(place.path)/bin/\(name)")
  }

  /// What the stubs were called with, one line for each call that could change something.
  var calls: [String] {
    ((try? place.text("calls")) ?? "").split(separator: "\n").map(String.init)
  }

  /// What had been said on standard output when `apt-get` was called last.
  var saidBefore: String { (try? place.text("calls.before")) ?? "" }

  /// Runs a shell command, without a terminal or on one.
  func run(_ command: String, onTerminal: Bool = false) throws -> ProgramRun {
    let environment = ["PATH": "\(place.path)/bin", "CALLS": "\(place.path)/calls"]
    // The output goes to files: a stub can read it while the command runs, and what is written to
    // a terminal may be lost when that ends.
    let kept = "{ \(command); } >calls.said 2>calls.complained"
    let run =
      onTerminal
      ? try ProgramRun(
        ["-q", "-e", "-c", kept, "/dev/null"], in: place.path, environment: environment,
        program: StubMachine.terminal)
      : try ProgramRun(
        ["-c", kept], in: place.path, environment: environment, program: URL(filePath: "/bin/sh"))
    return ProgramRun(
      status: run.status, output: try place.text("calls.said"),
      errors: try place.text("calls.complained"))
  }

  /// The program that runs a command on a terminal of its own; its options are those of util-linux.
  static let terminal = URL(filePath: "/usr/bin/script")
  static let hasTerminal =
    FileManager.default.isExecutableFile(atPath: terminal.path)
    && FileManager.default.fileExists(atPath: "/etc/debian_version")
}
