internal import JSON

/// A kind of JSON file that authspec writes, and reads again where the format is one that it knows.
struct KeptDocument {
  /// What such a file is, as complaints say it: `recording`.
  var kind: String
  /// The member that says the format.
  var mark: String
  /// The format that is known; raised when a reader of another version could misread a file.
  var version: Int64

  /// Reads the octets of such a file.
  func read<Value>(
    _ octets: [UInt8], file: String, _ body: (JSONValue) throws(JSONValue.Mistake) -> Value
  ) throws(ReportError) -> Value {
    let value: JSONValue
    do throws(JSONParser.Failure) {
      value = try JSONParser.value(of: octets)
    } catch {
      throw ReportError(
        file: file, reason: "not a \(kind): \(error.complaint), at octet \(error.offset)")
    }
    guard let format = value[mark]?.integer else {
      throw ReportError(file: file, reason: "not a \(kind)")
    }
    guard format == version else {
      throw ReportError(file: file, reason: "a \(kind) of format \(format), which is not known")
    }
    do throws(JSONValue.Mistake) {
      return try body(value)
    } catch {
      throw ReportError(
        file: file, reason: "not a whole \(kind): '\(error.member)' is missing or wrong")
    }
  }
}
