// SPDX-License-Identifier: Apache-2.0

import Platform

/// The JUnit report of one part of a run, as this program wrote it in the flavour `rich`.
///
/// It is read by its lines: in what the program writes, no text has a line that begins like a tag,
/// because `<` is escaped everywhere else.
package struct ShardJUnit: Sendable {
  /// A suite of the report.
  struct Suite: Sendable {
    /// As it is written: escaped.
    var name: String
    /// Properties of the run, as they are written, without the shard.
    var properties: [String]
    /// The test cases, as they are written.
    var cases: [Substring]
    /// By attribute: how many of its cases count for it.
    var counts: [String: Int]
    /// Nanoseconds.
    var duration: Int64
  }

  var file: String
  /// `3/8`; `nil` for a report without suites.
  var shard: String?
  /// When the run began, as the report for programs has it, without the `Z`.
  var started: String
  var suites: [Suite] = []

  /// The attributes of a suite that are counts.
  static let counts = ["tests", "failures", "errors", "skipped"]
  private static let mark = #"<?xml version="1.0" encoding="UTF-8"?>"#
  fileprivate static let shardMark = #"<property name="authspec.shard" value=""#

  /// Whether octets are those of an XML document.
  package static func isOne(_ octets: [UInt8]) -> Bool { octets.starts(with: "<?xml".utf8) }

  /// Reads the octets of a document.
  package init(_ octets: [UInt8], file: String) throws(FileError) {
    func wrong(_ why: String) -> FileError {
      FileError(
        file: file, reason: "not a JUnit report of the flavour rich of this program: \(why)")
    }
    guard let text = String(validating: octets, as: UTF8.self) else { throw wrong("not UTF-8") }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard lines.popFirst() == ShardJUnit.mark[...], let head = lines.popFirst(),
      head.hasPrefix(#"<testsuites name="authspec" "#),
      let started = ShardJUnit.attribute("timestamp", of: head)
    else { throw wrong("its head is another") }
    self.file = file
    self.started = started
    while let line = lines.popFirst(), line != "</testsuites>" {
      guard line.hasPrefix("  <testsuite "), let name = ShardJUnit.attribute("name", of: line)
      else {
        throw wrong("expected a suite here")
      }
      guard let end = lines.firstIndex(of: "  </testsuite>") else {
        throw wrong("a suite has no end")
      }
      let body = lines[lines.startIndex..<end]
      lines = lines[(end + 1)...]
      var suite = Suite(
        name: name, properties: [], cases: [], counts: [:],
        duration: ShardJUnit.attribute("time", of: line).flatMap(ShardJUnit.nanoseconds) ?? 0)
      for name in ShardJUnit.counts {
        guard let count = ShardJUnit.attribute(name, of: line).flatMap({ UInt32($0) }) else {
          throw wrong("a suite does not say its \(name)")
        }
        suite.counts[name] = Int(count)
      }
      shard = suite.take(body) ?? shard
      suites.append(suite)
    }
    guard lines.allSatisfy(\.isEmpty) else { throw wrong("something follows its end") }
  }

  private static func attribute(_ name: String, of line: Substring) -> String? {
    guard let start = line.firstRange(of: " \(name)=\"") else { return nil }
    return String(line[start.upperBound...].prefix { $0 != "\"" })
  }

  /// `0.047` as nanoseconds.
  private static func nanoseconds(_ seconds: String) -> Int64? {
    let parts = seconds.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 3, let whole = Int64(parts[0]),
      let thousandths = Int64(parts[1]), (0..<1 << 20).contains(whole),
      (0..<1000).contains(thousandths)
    else { return nil }
    return (whole * 1000 + thousandths) * 1_000_000
  }
}

extension ShardJUnit.Suite {
  /// Takes the lines between its tags. Returns the number of its shard, if they name it.
  fileprivate mutating func take(_ lines: ArraySlice<Substring>) -> String? {
    var shard: String?
    for (place, line) in zip(lines.indices, lines) {
      guard line.hasPrefix("      <property ") else {
        cases = Array(lines[place...].drop { !$0.hasPrefix("    <testcase ") })
        if line.hasPrefix("    <properties>") { continue }
        break
      }
      if let mark = line.firstRange(of: ShardJUnit.shardMark) {
        shard = String(line[mark.upperBound...].prefix { $0 != "\"" })
      } else {
        properties.append(String(line))
      }
    }
    return shard
  }
}
