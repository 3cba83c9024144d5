// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import CSystem
internal import LibC

/// The pipes to a process: this program's end of each, and the process's.
package struct Pipes {
  /// The descriptors of a pipe; -1 for an end that is closed.
  package struct Pipe {
    package var ours: Int32 = -1
    package var theirs: Int32 = -1
  }

  package var input = Pipe()
  package var output = Pipe()
  package var errors = Pipe()

  package init() {}

  /// Opens the pipes. Without `hasInput`, standard input is empty.
  mutating func open(hasInput: Bool) throws(ProcessError) {
    var code: Int32
    if hasInput {
      code = unsafe authspec_pipe(&input.theirs, &input.ours)
    } else {
      input.theirs = authspec_open_nothing()
      code = input.theirs < 0 ? errno : 0
    }
    if code == 0 { code = unsafe authspec_pipe(&output.ours, &output.theirs) }
    if code == 0 { code = unsafe authspec_pipe(&errors.ours, &errors.theirs) }
    guard code == 0 else {
      closeAll()
      throw ProcessError("no pipe can be opened: \(Pipes.words(code))")
    }
  }

  /// Starts the process.
  package func spawn(_ command: ProcessCommand) throws(ProcessError) -> Int32 {
    let program = command.argv.first?.utf8 ?? ""
    guard !program.isEmpty else { throw ProcessError("there is no program") }
    let variables = command.environment.map {
      Octets(Array($0.name.utf8) + [UInt8(ascii: "=")] + $0.value.bytes)
    }
    for text in command.argv + variables where text.contains(0) {
      throw ProcessError("an argument contains a NUL octet, which cannot be passed to a program")
    }
    var number: Int32 = 0
    let code = unsafe Pipes.withCStrings(command.argv) { argv in
      unsafe Pipes.withCStrings(variables) { environment in
        unsafe authspec_spawn(
          &number, program, argv, environment, command.folder, input.theirs, output.theirs,
          errors.theirs)
      }
    }
    guard code == 0 else {
      throw ProcessError(starting: program, ProcessError.Obstacle(code: code))
    }
    return number
  }

  /// Closes the ends of the process.
  mutating func closeTheirs() {
    Pipes.close(&input.theirs)
    Pipes.close(&output.theirs)
    Pipes.close(&errors.theirs)
  }

  /// Closes all ends.
  package mutating func closeAll() {
    closeTheirs()
    Pipes.close(&input.ours)
    Pipes.close(&output.ours)
    Pipes.close(&errors.ours)
  }

  private static func close(_ descriptor: inout Int32) {
    guard descriptor >= 0 else { return }
    _ = LibC.close(descriptor)
    descriptor = -1
  }

  /// Why a program cannot be executed; `nil` if it can. A name with a slash is a path relative to
  /// `folder`; any other name is searched for in PATH.
  package static func obstacle(
    to program: String, in folder: String?
  ) -> ProcessError.Obstacle? {
    var places = [""]
    if !program.contains("/") {
      let path = CleanEnvironment.path.utf8 ?? ""
      places = path.split(separator: ":").map { "\($0)/" }
    } else if !program.hasPrefix("/") {
      places = ["\(folder ?? ".")/"]
    }
    if places.contains(where: { unsafe access($0 + program, X_OK) == 0 }) { return nil }
    let isThere = places.contains { unsafe access($0 + program, F_OK) == 0 }
    return ProcessError.Obstacle(code: isThere ? EACCES : ENOENT)
  }

  /// The system's words for an error.
  static func words(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such program"
    case EACCES: "it may not be executed"
    case ENOEXEC: "it is not a program: a script needs a first line like #!/bin/sh"
    case E2BIG: "its arguments are too long"
    default: unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
  }

  /// Calls `body` with texts as a list of C strings that ends with a null pointer.
  private static func withCStrings<Result>(
    _ texts: [Octets], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    // All texts are in one array, because pointers into several arrays cannot be used together.
    var octets: [CChar] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(octets.count)
      octets.append(contentsOf: text.bytes.lazy.map { CChar(bitPattern: $0) })
      octets.append(0)
    }
    return unsafe octets.withUnsafeMutableBufferPointer { buffer in
      let base = buffer.baseAddress
      let pointers = unsafe starts.map { start in unsafe base.map { unsafe $0 + start } } + [nil]
      return unsafe pointers.withUnsafeBufferPointer { list in
        guard let first = list.baseAddress else { return unsafe body([nil]) }
        return unsafe body(first)
      }
    }
  }
}
