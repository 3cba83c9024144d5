// SPDX-License-Identifier: Apache-2.0

import Platform
import Reporting
import Transcripts

// The compiler finds the size of a window in either of these.
internal import CSystem
internal import LibC

/// Standard output and standard error, through write(2).
package struct Console {
  /// The program that speaks.
  private let program: ProgramTitle
  /// The output for people: standard output, or standard error if a report takes standard output.
  package private(set) var output = DescriptorWriter(descriptor: 1)
  /// The descriptor of `output`.
  private var descriptor: Int32 = 1
  private let errors = DescriptorWriter(descriptor: 2)

  init(of program: ProgramTitle) { self.program = program }

  /// Returns the console to use beside reports with these paths. If one of them goes to standard
  /// output, all other text goes to standard error.
  package func besides(_ reports: [String?]) throws(UsageError) -> Console {
    let taking = reports.compactMap { $0 }.filter { ReportTarget($0) == .descriptor(1) }
    guard taking.count < 2 else { throw .words("only one report can go to standard output") }
    if taking.isEmpty { return self }
    var console = self
    console.output = errors
    console.descriptor = 2
    return console
  }

  /// Says something on standard output.
  package func say(_ text: String) { output.write(text) }

  /// Says something on standard output at once, without waiting for more to write.
  package func sayNow(_ text: String) {
    output.write(text)
    output.flush()
  }

  /// Complains on standard error.
  package func complain(_ text: String) {
    output.flush()
    errors.write(text + "\n")
    errors.flush()
  }

  /// Complains of a command line that cannot be followed, of that command if it names one.
  func complain(_ error: UsageError, of command: Command.Name?) {
    switch error {
    case .words(let message):
      complain("authspec: \(message)")
      let help = command.map { "help \($0.word)" } ?? "help"
      complain("See '\(program.name) \(help)'.")
    case .files(let texts):
      for text in texts { complain(text) }
    }
  }

  /// Complains of abilities that a client claims and its plain cases disprove.
  package func complain(_ claims: [UnsupportedCapability], of client: String) {
    for claim in claims {
      complain(
        "authspec: \(client) claims \(claim.ability), but its plain case says otherwise: "
          + claim.reason
      )
    }
  }

  /// Complains that a report could not be written.
  func complain(unwritten error: FileError) {
    complain("authspec: the report \(error.file) could not be written: \(error.reason)")
  }

  /// Complains if a run is not good because too few of its cases count.
  func complain(_ status: ExitStatus, of summary: RunSummary, requiring minimum: Int) {
    if status == .nothingRan, !summary.ranOutOfTime,
      let shortfall = Shortfall.text(summary, requiring: minimum)
    {
      complain("authspec: \(shortfall)")
    }
  }

  /// Writes reports; `false`, with a complaint, if one could not be written.
  package func writes(_ reports: () throws(FileError) -> Void) -> Bool {
    do throws(FileError) {
      try reports()
      return true
    } catch {
      complain(unwritten: error)
      return false
    }
  }

  /// Writes everything that is buffered; `false` if it could not be written although the output is
  /// open.
  func finish() -> Bool {
    output.flush()
    return output.errorNumber == nil || output.isClosedByReader
  }

  /// Where the progress of long commands is shown.
  package var progress: ProgressOutput {
    ProgressOutput(output: errors, isTerminal: Console.isTerminal(2), width: Console.width)
  }

  /// Whether a descriptor leads to a terminal on which lines can be rewritten.
  private static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && ThisProcess.environment("TERM") != "dumb"
  }

  /// The properties of the output, and the choice of `--color`.
  package func options(color: String?, isQuiet: Bool = false) -> TerminalOptions {
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

  /// Whether the locale is in UTF-8: the first of these variables that is set decides (POSIX 8.2).
  private static var isUnicode: Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = ThisProcess.environment(name) else { continue }
      let lowercase = locale.lowercased()
      return lowercase.contains("utf-8") || lowercase.contains("utf8")
    }
    return false
  }
}
