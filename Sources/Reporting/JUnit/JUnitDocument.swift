// SPDX-License-Identifier: Apache-2.0

import Platform

/// A JUnit document while it grows: one flat level of suites, cases streamed through a spool.
final class JUnitDocument {
  /// What is known of the whole document once all of its cases are.
  struct Frame {
    /// When it began: seconds since 1970.
    var started: Int64
    /// Nanoseconds.
    var duration: Int64
    /// Properties of every suite.
    var properties: [(name: String, value: String)]
  }

  private let path: String
  private let flavor: JUnitFlavor
  private let spool: Spool
  /// What is not a regular file is opened at once, so that a run does not find out at its end that
  /// it cannot be.
  private let opened: AtomicFile?
  /// It is a file or a folder, not a device, a pipe or a terminal.
  var isKept: Bool { opened == nil }
  private var suites: [JUnitSuite] = []
  private var places: [String: Int] = [:]

  /// A document that will be at `path`: a file, or a folder for the surefire flavour. Throws where
  /// it never can be.
  init(path: String, flavor: JUnitFlavor) throws(FileError) {
    self.path = path
    self.flavor = flavor
    if flavor == .surefire {
      guard path != "-" else {
        throw FileError(file: path, reason: "this flavour is a folder, not a file")
      }
      try Folder.create(path)
      opened = nil
    } else if FileReading.kind(of: path) == .folder {
      throw FileError(file: path, reason: "it is a folder, and this flavour is one file")
    } else if case .file = ReportTarget(path) {
      opened = nil
    } else {
      opened = try AtomicFile(path: path)
    }
    spool = try Spool(for: flavor == .surefire ? path + "/x" : path)
  }

  /// Adds a case to its suite.
  func add(_ element: JUnitCase) {
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

  /// Writes the document, whole or not at all.
  package func write(_ frame: Frame) throws(FileError) {
    if flavor == .surefire {
      try writeFolder(frame)
      return
    }
    let file = if let opened { opened } else { try AtomicFile(path: path) }
    file.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    func total(_ part: (JUnitSuite) -> Int) -> String { "\(suites.reduce(0) { $0 + part($1) })" }
    let attributes = XMLText.attributes([
      "name": "authspec", "tests": total(\.tests), "failures": total(\.failures),
      "errors": total(\.errors), "skipped": total(\.skipped),
      "time": Phrases.seconds(frame.duration), "timestamp": Phrases.timestamp(frame.started),
    ])
    file.write("<testsuites\(flavor == .rich ? attributes : "")>\n")
    for (index, suite) in suites.enumerated() {
      try write(suite, number: index, frame, into: file)
    }
    file.write("</testsuites>\n")
    try file.commit()
  }

  private func writeFolder(_ frame: Frame) throws(FileError) {
    var written: Set<String> = []
    for (index, suite) in suites.enumerated() {
      let name = JUnitDocument.fileName(of: suite.name, taken: written)
      let file = try AtomicFile(path: "\(path)/\(name)")
      file.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
      try write(suite, number: index, frame, into: file)
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

  private func write(
    _ suite: JUnitSuite, number: Int, _ frame: Frame, into file: AtomicFile
  ) throws(FileError) {
    let isDated = flavor != .surefire
    let attributes = XMLText.attributes([
      "name": suite.name, "tests": "\(suite.tests)", "failures": "\(suite.failures)",
      "errors": "\(suite.errors)", "skipped": "\(suite.skipped)",
      "time": Phrases.seconds(suite.duration),
      "timestamp": isDated ? Phrases.timestamp(frame.started) : nil,
      "hostname": isDated ? "localhost" : nil, "id": isDated ? "\(number)" : nil,
      "package": flavor == .ant ? "authspec" : nil,
    ])
    file.write("  <testsuite\(attributes)>\n")
    file.write(XMLText.properties(frame.properties, indent: 4))
    for piece in suite.pieces { try spool.copy(piece, into: file) }
    if flavor == .ant {
      file.write(
        "    <system-out>\(XMLText.content(suite.notes))</system-out>\n    <system-err/>\n")
    }
    file.write("  </testsuite>\n")
  }
}
