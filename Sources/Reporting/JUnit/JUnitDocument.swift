// SPDX-License-Identifier: Apache-2.0

import Platform

/// A JUnit document under construction: one flat level of suites, with the cases in a spool.
package final class JUnitDocument {
  /// The parts of a document that are known only after its last case.
  package struct Frame {
    /// The start of the run in seconds since 1970.
    package var started: Int64
    /// Nanoseconds.
    package var duration: Int64
    /// Properties of every suite.
    package var properties: [(name: String, value: String)]

    package init(
      started: Int64, duration: Int64, properties: [(name: String, value: String)]
    ) {
      self.started = started
      self.duration = duration
      self.properties = properties
    }
  }

  private let path: String
  private let flavor: JUnitFlavor
  private let spool: Spool
  /// A device, pipe or terminal, opened at once so that an error is found before the run; `nil` for
  /// a file or folder.
  private let opened: AtomicFile?
  /// Whether it is a file or a folder, not a device, pipe or terminal.
  var isKept: Bool { opened == nil }
  private var suites: [JUnitSuite] = []
  private var places: [String: Int] = [:]

  /// A document that is written to `path`: a file, or a folder for the surefire flavour. Throws if
  /// it cannot be written there.
  package init(path: String, flavor: JUnitFlavor) throws(FileError) {
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
  package func add(_ element: JUnitCase) {
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
    // A file that an earlier run left for another suite would be read as part of this run.
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
