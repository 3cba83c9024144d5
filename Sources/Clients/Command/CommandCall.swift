// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// How a command is called for one request: arguments, variables, files and standard input.
struct CommandCall {
  /// The program and its arguments.
  private(set) var argv: [Octets] = []
  /// Variables.
  private(set) var environment: [ProcessCommand.Variable] = []
  /// Files below HOME, by path.
  private(set) var files: [(name: String, content: Octets)] = []
  /// The standard input; `nil` if it is empty.
  let input: Octets?

  private let places: RequestPlaceholders

  /// Translates a session and a request for a command. Throws what the command cannot express.
  init(
    _ program: ClientProgram, _ session: ClientSession, _ request: ClientRequest,
    paths: CommandPaths
  ) throws(ClientTrouble) {
    places = try RequestPlaceholders(program, session, request, paths: paths)
    input = request.isStream || program.command.bodyOnStandardInput ? request.body : nil
    let applied = try CommandAdditions(places).applied()
    for argument in program.argv {
      switch argument {
      case .text(let text): argv.append(try fill(text))
      case .options:
        for one in applied {
          for text in one.addition.argv { argv.append(try fill(text, one.own)) }
        }
      }
    }
    if let kerberos = session.kerberos {
      add(variable: "KRB5_CONFIG", Octets(kerberos.configuration))
      add(variable: "KRB5CCNAME", Octets("FILE:" + kerberos.tickets))
      // Other mechanisms that the machine has would take part in SPNEGO.
      add(variable: "GSS_MECH_CONFIG", "/dev/null")
    }
    for setting in program.environment { add(variable: setting.name, try fill(setting.value)) }
    for setting in program.files { add(file: setting.name, try fill(setting.value)) }
    for one in applied {
      for setting in one.addition.environment {
        add(variable: setting.name, try fill(setting.value, one.own))
      }
      for setting in one.addition.files {
        add(file: setting.name, try fill(setting.value, one.own))
      }
    }
    if argv.contains(where: { $0.contains(0) })
      || environment.contains(where: { $0.value.contains(0) })
    {
      throw .unsupported("a NUL octet in an argument")
    }
    absolutePath(of: program)
  }

  /// A program with a slash is a path below the folder of the client's file.
  private mutating func absolutePath(of program: ClientProgram) {
    guard let folder = program.folder, let first = argv.first, first.contains(UInt8(ascii: "/")),
      first.first != UInt8(ascii: "/")
    else { return }
    argv[0] = Octets(Array(folder.utf8) + [UInt8(ascii: "/")] + first.bytes)
  }

  private func fill(
    _ text: FillableText, _ own: [Placeholder: Octets] = [:]
  ) throws(ClientTrouble) -> Octets {
    var missing: Placeholder?
    let filled = text.filled { place in
      if let value = own[place] ?? places.value(place) { return value }
      missing = missing ?? place
      return nil
    }
    guard let filled else {
      throw .unsupported("a case without a value for {\(missing?.rawValue ?? "")}")
    }
    return filled
  }

  private mutating func add(variable name: String, _ value: Octets) {
    environment.removeAll { $0.name == name }
    environment.append(.init(name, value))
  }

  private mutating func add(file name: String, _ content: Octets) {
    if let index = files.firstIndex(where: { $0.name == name }) {
      files[index].content = Octets(files[index].content.array + content.bytes)
    } else {
      files.append((name, content))
    }
  }
}
