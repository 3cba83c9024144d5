// SPDX-License-Identifier: Apache-2.0

/// The commands about the program itself.
extension Command {
  /// `authspec completions` of that program.
  static func completions(of program: String) -> Command {
    Command(
      name: .completions, operands: .choice(["bash", "zsh", "fish"]),
      summary: "print completions for a shell",
      details: """
        bash: source <(\(program) completions bash)
        zsh: \(program) completions zsh > ~/.zfunc/_\(program)
        fish: \(program) completions fish > ~/.config/fish/completions/\(program).fish
        """, needsMemory: false)
  }

  /// `authspec manual` of that program.
  static func manual(of program: String) -> Command {
    Command(
      name: .manual, operands: .none, summary: "print the manual page",
      details: "The page is roff with the macros of man(7): \(program) manual | man -l -",
      needsMemory: false)
  }

  /// `authspec help`.
  static let help = Command(
    name: .help, operands: .command, summary: "describe a command", needsMemory: false)
}
