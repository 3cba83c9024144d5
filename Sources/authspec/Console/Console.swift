internal import ClientDrivers
internal import Conformance
internal import Reports

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What the program says, and where: standard output and standard error, through write(2).
struct Console {
  /// Standard output.
  let output = DescriptorWriter(descriptor: 1)
  private let errors = DescriptorWriter(descriptor: 2)

  /// Says something on standard output.
  func say(_ text: String) { output.write(text) }

  /// Complains on standard error.
  func complain(_ text: String) {
    output.flush()
    errors.write(text + "\n")
    errors.flush()
  }

  /// Complains of what a client claims and its plain cases do not bear out.
  func complain(_ claims: [WrongClaim], of client: String) {
    for claim in claims {
      complain(
        "authspec: \(client) claims \(claim.ability), but its plain case says otherwise: \(claim.reason)"
      )
    }
  }

  /// Complains that a report could not be written.
  func complain(unwritten error: ReportError) {
    complain("authspec: the report \(error.file) could not be written: \(error.reason)")
  }

  /// Hands over everything said so far. False where it could not be said, though somebody listened.
  func finish() -> Bool {
    output.flush()
    return output.errorNumber == nil || output.isClosedByReader
  }

  /// Tells on standard error how far a self-test is.
  var selftestProgress: SelftestProgressReport {
    SelftestProgressReport(output: errors, isTerminal: showsErrors, width: Console.width)
  }

  /// Tells on standard error how far a campaign of the fuzzer is.
  var fuzzProgress: FuzzProgressReport {
    FuzzProgressReport(output: errors, isTerminal: showsErrors, width: Console.width)
  }

  /// True where standard error is a terminal that lines can come and go on.
  private var showsErrors: Bool { isatty(2) == 1 && FileSystem.environment("TERM") != "dumb" }

  /// What standard output is, and what was asked for with `--color`.
  static func options(color: String?, isQuiet: Bool = false) -> TerminalOptions {
    let isTerminal = isatty(1) == 1 && FileSystem.environment("TERM") != "dumb"
    var options = TerminalOptions()
    options.width = width
    options.isQuiet = isQuiet
    options.showsProgress = isTerminal
    options.isUnicode = isUnicode
    switch color {
    case "always": options.isColoured = true
    case "never": options.isColoured = false
    default: options.isColoured = isTerminal && FileSystem.environment("NO_COLOR") == nil
    }
    return options
  }

  /// COLUMNS where it is set, else the terminal's own width, else 100; from 40 to 200.
  static var width: Int {
    if let columns = FileSystem.environment("COLUMNS").flatMap({ Int($0) }) {
      return min(max(columns, 40), 200)
    }
    var size = winsize()
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
    return min(max(Int(size.ws_col), 40), 200)
  }

  /// The first of these that is set decides (POSIX 8.2).
  private static var isUnicode: Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = FileSystem.environment(name) else { continue }
      let lowercase = locale.lowercased()
      return lowercase.contains("utf-8") || lowercase.contains("utf8")
    }
    return false
  }
}
