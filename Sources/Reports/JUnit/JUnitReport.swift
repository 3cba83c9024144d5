internal import ClientDrivers
public import Conformance
internal import ScenarioLanguage

/// The JUnit report: one flat level of suites by topic, cases streamed through a spool.
public final class JUnitReport: Recorder {
  private let path: String
  private let flavor: JUnitFlavor
  private let context: ReportContext
  private let spool: Spool
  private var header: RunHeader?
  private var suites: [JUnitSuite] = []
  private var places: [String: Int] = [:]
  /// Why the report could not be written.
  public private(set) var failure: ReportError?

  /// A report that will be at `path`: a file, or a folder for the surefire flavour. Throws where it never can be.
  public init(path: String, flavor: JUnitFlavor, context: ReportContext) throws(ReportError) {
    self.path = path
    self.flavor = flavor
    self.context = context
    if flavor == .surefire {
      try Folder.create(path)
    } else if FileSystem.kind(of: path) == .folder {
      throw ReportError(file: path, reason: "it is a folder, and this flavour is one file")
    }
    spool = try Spool(for: flavor == .surefire ? path + "/x" : path)
  }

  /// The next event.
  public func record(_ event: Event) {
    switch event {
    case .runStarted(let header): self.header = header
    case .caseFinished(let result):
      add(JUnitCase(result, suite: JUnitReport.suite(of: result.played.id), context: context))
    case .runFinished(let summary):
      for (index, entry) in summary.staleExpectations.enumerated() { add(stale(entry, index)) }
      if summary.isInterrupted { add(cut(summary, type: "interrupted", "interrupted")) }
      if summary.ranOutOfTime { add(cut(summary, type: "out-of-time", "the time was up")) }
      do throws(ReportError) {
        try write(summary)
      } catch {
        failure = error
      }
    }
  }

  /// The suite of a case: the first part of its id. A case in no folder is in `authspec` itself.
  static func suite(of id: String) -> String {
    let path = id.prefix { $0 != "[" }
    guard let slash = path.firstIndex(of: "/") else { return "authspec" }
    // Some readers take the last dot for the end of the package's name.
    return "authspec." + path[..<slash].map { $0 == "." ? "_" : String($0) }.joined()
  }

  private func stale(_ entry: String, _ index: Int) -> JUnitCase {
    JUnitCase(
      name: "expectation \(index + 1): \(entry)", className: "authspec.expectations", duration: 0,
      outcome: .failure(
        type: "authspec.stale-expectation",
        message: "expected to fail, and no case that was played did: \(entry)"))
  }

  private func cut(_ summary: RunSummary, type: String, _ what: String) -> JUnitCase {
    JUnitCase(
      name: "the run came to its end", className: "authspec", duration: 0,
      outcome: .error(
        type: "authspec.\(type)",
        message: "\(what) after \(summary.finished) of \(summary.planned) cases"))
  }

  private func add(_ element: JUnitCase) {
    let place = spool.append(Array(element.element(flavor).utf8))
    let index = places[element.className] ?? suites.count
    if index == suites.count {
      suites.append(JUnitSuite(name: element.className))
      places[element.className] = index
    }
    suites[index].add(element.outcome, duration: element.duration, at: place)
    if flavor == .ant, !element.output.isEmpty {
      suites[index].note("\(Visible.line(element.name))\n\(element.output)")
    }
  }

  private func write(_ summary: RunSummary) throws(ReportError) {
    if flavor == .surefire {
      try writeFolder(summary)
      return
    }
    let file = try AtomicFile(path: path)
    file.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    if flavor == .rich {
      func total(_ part: (JUnitSuite) -> Int) -> Int { suites.reduce(0) { $0 + part($1) } }
      file.write(
        "<testsuites name=\"authspec\" tests=\"\(total(\.tests))\" failures=\"\(total(\.failures))\" "
          + "errors=\"\(total(\.errors))\" skipped=\"\(total(\.skipped))\" "
          + "time=\"\(Phrases.seconds(summary.duration))\" timestamp=\"\(timestamp)\">\n")
    } else {
      file.write("<testsuites>\n")
    }
    for (index, suite) in suites.enumerated() {
      try write(suite, number: index, summary, into: file)
    }
    file.write("</testsuites>\n")
    try file.commit()
  }

  private func writeFolder(_ summary: RunSummary) throws(ReportError) {
    var written: Set<String> = []
    for (index, suite) in suites.enumerated() {
      let name = JUnitReport.fileName(of: suite.name, taken: written)
      let file = try AtomicFile(path: "\(path)/\(name)")
      file.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
      try write(suite, number: index, summary, into: file)
      try file.commit()
      written.insert(name)
    }
    // A suite that an earlier run wrote and this one has not would be read as one of this run's.
    for name in Folder.names(in: path)
    where name.hasPrefix("TEST-authspec") && name.hasSuffix(".xml") && !written.contains(name) {
      Folder.remove(file: "\(path)/\(name)")
    }
  }

  private static func fileName(of suite: String, taken: Set<String>) -> String {
    let safe = FileName.safe(suite)
    var name = "TEST-\(safe).xml"
    var number = 2
    while taken.contains(name) {
      name = "TEST-\(safe)-\(number).xml"
      number += 1
    }
    return name
  }

  private var timestamp: String { Phrases.timestamp(header?.started ?? 0) }

  private func write(
    _ suite: JUnitSuite, number: Int, _ summary: RunSummary, into file: AtomicFile
  ) throws(ReportError) {
    var text = "  <testsuite name=\"\(XMLText.attribute(suite.name))\" tests=\"\(suite.tests)\" "
    text +=
      "failures=\"\(suite.failures)\" errors=\"\(suite.errors)\" skipped=\"\(suite.skipped)\" "
    text += "time=\"\(Phrases.seconds(suite.duration))\""
    switch flavor {
    case .rich: text += " timestamp=\"\(timestamp)\" hostname=\"localhost\" id=\"\(number)\""
    case .ant:
      text +=
        " timestamp=\"\(timestamp)\" hostname=\"localhost\" id=\"\(number)\" package=\"authspec\""
    case .surefire: break
    }
    text += ">\n    <properties>\n"
    for property in properties(summary) {
      text +=
        "      <property name=\"\(property.name)\" value=\"\(XMLText.attribute(property.value))\"/>\n"
    }
    text += "    </properties>\n"
    file.write(text)
    for piece in suite.pieces { try spool.copy(piece, into: file) }
    if flavor == .ant {
      file.write(
        "    <system-out>\(XMLText.content(suite.notes))</system-out>\n    <system-err/>\n")
    }
    file.write("  </testsuite>\n")
  }

  private func properties(_ summary: RunSummary) -> [(name: String, value: String)] {
    guard let header else { return [] }
    var properties = [
      ("authspec.version", header.version), ("authspec.client", header.client.name),
      ("authspec.client.version", header.client.version), ("authspec.seed", "\(header.seed)"),
    ]
    for claim in header.wrongClaims {
      properties.append(("authspec.wrong-claim", "\(claim.ability): \(claim.reason)"))
    }
    if summary.isInterrupted { properties.append(("authspec.interrupted", "true")) }
    if summary.stoppedEarly { properties.append(("authspec.stopped-early", "true")) }
    if summary.ranOutOfTime { properties.append(("authspec.ran-out-of-time", "true")) }
    return properties
  }
}
