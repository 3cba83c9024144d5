// SPDX-License-Identifier: Apache-2.0

/// Completions for shells, made from the table.
struct Completions {
  private let table: CommandTable
  /// The program's name.
  private var program: String { table.program.name }
  /// The name of the function that completes the program's words.
  private var function: String { "_" + program.replacing("-", with: "_") }

  init(_ table: CommandTable) { self.table = table }

  /// The completions for `bash`, `zsh` or `fish`.
  func text(for shell: String) -> String {
    switch shell {
    case "zsh": zsh()
    case "fish": fish()
    default: bash()
    }
  }

  private var commands: String {
    table.commands.map(\.name.word).joined(separator: " ")
  }

  /// What may stand where operands do.
  private enum Operands {
    case none
    case words(String)
    /// The words that a command prints.
    case output(String)
    case files
  }

  private func operands(_ command: Command) -> Operands {
    switch command.operands.words {
    case .none: .none
    case .scenarios: .output("\(program) list --ids 2>/dev/null")
    case .clients: .words(table.clientNames.joined(separator: " "))
    case .files: .files
    case .choice(let words): .words(words.joined(separator: " "))
    case .commands: .words(commands)
    }
  }

  /// The words that an option's value can be, if they are known.
  private func words(_ option: Option) -> String {
    switch option.value {
    case .choice(let words), .optional(let words): words.joined(separator: " ")
    case .client: table.clientNames.joined(separator: " ")
    case .none, .text, .number, .file, .folder: ""
    }
  }

  // MARK: bash

  private func bash() -> String {
    var text = """
      \(function)() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} \
      command=${COMP_WORDS[1]}
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(commands) --help --version" -- "$word"))
          return
        fi
        case "$command $before" in

      """
    for command in table.commands {
      for option in command.options {
        let pattern = "    \"\(command.name.word) --\(option.name)\")"
        switch option.value {
        case .none, .optional: continue
        case .choice, .client:
          text +=
            "\(pattern) COMPREPLY=($(compgen -W \"\(words(option))\" -- \"$word\")); return ;;\n"
        case .file: text += "\(pattern) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
        case .folder: text += "\(pattern) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n"
        case .text, .number: text += "\(pattern) return ;;\n"
        }
      }
    }
    text += "  esac\n  case \"$command\" in\n"
    for command in table.commands {
      let options = (command.options.map { "--\($0.name)" } + ["--help"]).joined(separator: " ")
      text += "    \(command.name.word))\n"
      text +=
        "      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"\(options)\" -- \"$word\"))\n"
      text += "      else COMPREPLY=($(compgen \(bashOperands(command)) -- \"$word\")); fi ;;\n"
    }
    return text + "  esac\n}\ncomplete -F \(function) \(program)\n"
  }

  private func bashOperands(_ command: Command) -> String {
    switch operands(command) {
    case .none: "-W \"\""
    case .words(let words): "-W \"\(words)\""
    case .output(let line): "-W \"$(\(line))\""
    case .files: "-f"
    }
  }

  // MARK: zsh

  private func zsh() -> String {
    var text = "#compdef \(program)\n\(function)() {\n  local -a commands\n  commands=(\n"
    for command in table.commands {
      text += "    '\(command.name.word):\(quoted(command.summary))'\n"
    }
    text += """
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          _arguments '--help' '--version'
          return
        fi
        local command=$words[2]
        shift words; (( CURRENT-- ))
        case $command in

      """
    for command in table.commands {
      text += "    \(command.name.word))\n      _arguments \\\n"
      for option in command.options {
        let star = option.isList ? "*" : ""
        let name = "\(star)--\(option.name)\(zshSign(option))"
        text += "        '\(name)[\(quoted(option.summary))]\(zshValue(option))' \\\n"
      }
      text += "        '--help[describe the command]' \(zshOperands(command))\n      ;;\n"
    }
    return text + "  esac\n}\ncompdef \(function) \(program)\n"
  }

  /// The sign between an option and its value; with `=-` the value can only be attached.
  private func zshSign(_ option: Option) -> String {
    if case .optional = option.value { return "=-" }
    return option.placeholder == nil ? "" : "="
  }

  private func zshValue(_ option: Option) -> String {
    switch option.value {
    case .none: ""
    case .choice, .client: ":\(option.name):(\(words(option)))"
    case .optional: "::\(option.name):(\(words(option)))"
    case .file: ":file:_files"
    case .folder: ":folder:_files -/"
    case .text, .number: ":\(option.name): "
    }
  }

  private func zshOperands(_ command: Command) -> String {
    switch operands(command) {
    case .none: ""
    case .words(let words): "'*:word:(\(words))'"
    case .output(let line): "\"*:scenario:($(\(line)))\""
    case .files: "'*:file:_files'"
    }
  }

  // MARK: fish

  private func fish() -> String {
    var text = "complete -c \(program) -f\n"
    text += "complete -c \(program) -n __fish_use_subcommand -l help -d 'describe the program'\n"
    text += "complete -c \(program) -n __fish_use_subcommand -l version -d 'print versions'\n"
    for command in table.commands {
      let name = command.name.word
      text += "complete -c \(program) -n __fish_use_subcommand -a \(name)"
      text += " -d '\(quoted(command.summary))'\n"
      let within = "complete -c \(program) -n '__fish_seen_subcommand_from \(name)'"
      for option in command.options {
        text += "\(within) -l \(option.name)\(fishValue(option)) -d '\(quoted(option.summary))'\n"
      }
      switch operands(command) {
      case .none: break
      case .words(let words): text += "\(within) -a '\(words)'\n"
      case .output(let line): text += "\(within) -a '(\(line))'\n"
      case .files: text += "\(within) -F\n"
      }
    }
    return text
  }

  private func fishValue(_ option: Option) -> String {
    switch option.value {
    case .none: ""
    case .optional: " -a '\(words(option))'"
    case .choice, .client: " -x -a '\(words(option))'"
    case .file: " -r -F"
    case .folder: " -x -a '(__fish_complete_directories)'"
    case .text, .number: " -x"
    }
  }

  /// A summary between single quotes and, in zsh, between brackets.
  private func quoted(_ text: String) -> String {
    text.filter { !"'[]:".contains($0) }
  }
}
