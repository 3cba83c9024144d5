// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Platform

/// A kind of JSON file that authspec writes, and reads again where the format is one that it knows.
package struct KeptDocument {
  /// What messages call such a file: `recording`.
  package var kind: String
  /// The name of the member that holds the number of the format.
  package var mark: String
  /// The number of the format; raised when another version could misread a file.
  package var version: Int64
  /// What to do about a file of another format, as an imperative.
  package var remedy: String

  package init(kind: String, mark: String, version: Int64, remedy: String) {
    self.kind = kind
    self.mark = mark
    self.version = version
    self.remedy = remedy
  }

  /// Reads the octets of such a file, or of a line of one, which does not name the format.
  package func read<Value>(
    _ octets: [UInt8], file: String, isLine: Bool = false,
    _ body: (JSONValue) throws(JSONValue.Mistake) -> Value
  ) throws(FileError) -> Value {
    let value: JSONValue
    do throws(JSONParser.Failure) {
      value = try JSONParser.value(of: octets)
    } catch {
      throw FileError(
        file: file, reason: "not a \(kind): \(error.complaint), at octet \(error.offset)")
    }
    guard let format = isLine ? version : value[mark]?.integer else {
      throw FileError(file: file, reason: "not a \(kind)")
    }
    guard format == version else {
      throw FileError(
        file: file,
        reason: "a \(kind) of format \(format), but this version reads format \(version): \(remedy)"
      )
    }
    do throws(JSONValue.Mistake) {
      return try body(value)
    } catch {
      throw FileError(
        file: file, reason: "not a whole \(kind): '\(error.member)' is missing or wrong")
    }
  }
}
