// SPDX-License-Identifier: Apache-2.0

import JSON
import Platform

/// How long the cases of an earlier run took.
package struct FormerTimes: Sendable {
  /// By case: nanoseconds. A case that was skipped has none.
  package private(set) var nanoseconds: [String: Int64] = [:]

  /// Reads the octets of a report of `run --json` or `merge --json`.
  package init(report octets: [UInt8], file: String) throws(FileError) {
    nanoseconds = try JSONReport.document.read(octets, file: file) {
      report throws(JSONValue.Mistake) in
      var times: [String: Int64] = [:]
      for entry in try report.part("cases", [JSONValue].self) {
        if let time: Int64 = try entry.optional("nanoseconds") {
          times[try entry.part("id")] = time
        }
      }
      return times
    }
  }

  /// Reads a file.
  package init(file: String) throws(FileError) {
    try self.init(report: try FileReading.read(file), file: file)
  }
}
