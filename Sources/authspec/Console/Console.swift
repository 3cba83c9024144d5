// SPDX-License-Identifier: Apache-2.0

import Platform
import Reporting
import Transcripts
internal import LibC

/// Standard output and standard error, through write(2).
struct Console {
  /// The output for people: standard output, or standard error if a report takes standard output.
  let output: DescriptorWriter
  /// The descriptor of `output`.
  private let descriptor: Int32
  private let errors: DescriptorWriter

  /// Standard output and standard error.
  init() {
    output = DescriptorWriter(descriptor: 1)
    descriptor = 1
    errors = DescriptorWriter(descriptor: 2)
  }

  private init(sayingAllTo errors: DescriptorWriter) {
    output = errors
    descriptor = 2
    self.errors = errors
  }

  /// A console for words beside reports of these names: one of them may go to standard output, and
  /// has it for itself.
  func besides(
    _ reports: [String?], of command: Command.Name
  ) throws(UsageError) -> Console {
    let taking = reports.compactMap { $0 }.filter { ReportTarget($0) == .descriptor(1) }
    guard taking.count < 2 else {
      throw UsageError(message: "only one report can go to standard output", command: command)
    }
    return taking.isEmpty ? self : Console(sayingAllTo: errors)
  }

  /// Says something on standard output.
  func say(_ text: String) { output.write(text) }

  /// Complains on standard error.
  func complain(_ text: String) {
    output.flush()
    errors.write(text + "\n")
    errors.flush()
  }

  /// Complains of a command line that cannot be followed.
  func complain(_ error: UsageError) {
    switch error {
    case .words(let message, let command):
      complain("authspec: \(message)")
      let help = command.map { "authspec help \($0.rawValue)" } ?? "authspec help"
      complain("See '\(help)'.")
    case .files(let texts):
      for text in texts { complain(text) }
    }
  }

  /// Complains of what a client claims and its plain cases do not bear out.
  func complain(_ claims: [UnsupportedCapability], of client: String) {
    for claim in claims {
      complain(
        "authspec: \(client) claims \(claim.ability), but its plain case says otherwise: "
          + claim.reason
      )
    }
  }

  /// Complains if what is installed of a client differs from what its files say.
  func complain(outdated client: ClientSelection) {
    if let difference = client.difference { complain("authspec: \(difference)") }
  }

  /// Complains that a report could not be written.
  func complain(unwritten error: FileError) {
    complain("authspec: the report \(error.file) could not be written: \(error.reason)")
  }

  /// Writes everything that is buffered; `false` if it could not be written although the output is
  /// open.
  func finish() -> Bool {
    output.flush()
    return output.errorNumber == nil || output.isClosedByReader
  }

  /// Where the progress of long commands is shown.
  var progress: ProgressOutput {
    ProgressOutput(output: errors, isTerminal: Console.isTerminal(2), width: Console.width)
  }

  /// Whether a descriptor leads to a terminal on which lines can be rewritten.
  private static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && ThisProcess.environment("TERM") != "dumb"
  }

  /// The properties of the output, and the choice of `--color`.
  func options(color: String?, isQuiet: Bool = false) -> TerminalOptions {
    let isTerminal = Console.isTerminal(descriptor)
    var options = TerminalOptions()
    options.width = Console.width
    options.isQuiet = isQuiet
    options.showsProgress = isTerminal
    options.isUnicode = Console.isUnicode
    switch color {
    case "always": options.isColoured = true
    case "never": options.isColoured = false
    default: options.isColoured = isTerminal && ThisProcess.environment("NO_COLOR") == nil
    }
    return options
  }

  /// COLUMNS if it is set, else the terminal's width, else 100; from 40 to 200.
  static var width: Int {
    if let columns = ThisProcess.environment("COLUMNS").flatMap({ Int($0) }) {
      return min(max(columns, 40), 200)
    }
    var size = winsize()
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
    return min(max(Int(size.ws_col), 40), 200)
  }

  /// The first of these that is set decides (POSIX 8.2).
  private static var isUnicode: Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = ThisProcess.environment(name) else { continue }
      let lowercase = locale.lowercased()
      return lowercase.contains("utf-8") || lowercase.contains("utf8")
    }
    return false
  }
}
