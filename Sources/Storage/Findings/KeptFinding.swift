import Reporting
import Fuzzing
import HTTPAuth
import JSON
import Platform

/// A finding with the words that name its client on a command line: all that it takes to look whether it is still there.
package struct KeptFinding: Sendable {
  /// The finding.
  package var finding: FuzzFinding
  /// Options and their values: `--client`, `libcurl`.
  package var options: [String]

  /// A finding of that client's.
  package init(_ finding: FuzzFinding, options: [String]) {
    self.finding = finding
    self.options = options
  }

  private static let document = KeptDocument(
    kind: "finding", mark: "authspecFinding", version: 1)

  /// Reads `finding.json`.
  init(_ octets: [UInt8], file: String) throws(FileError) {
    self = try KeptFinding.document.read(octets, file: file) {
      value throws(JSONValue.Mistake) in
      KeptFinding(
        try KeptFinding.finding(value),
        options: try value.texts("options"))
    }
  }

  private static func finding(_ value: JSONValue) throws(JSONValue.Mistake) -> FuzzFinding {
    let run = try value.string("run")
    guard let run = UInt64(run) else { throw JSONValue.Mistake(member: "run") }
    return FuzzFinding(
      hit: OracleFailure(
        cause: OracleFailure.Cause(
          oracle: try value.string("oracle"), place: try value.string("place")),
        isGrave: value.flag("grave"), expected: try value.string("expected"),
        observed: try value.string("observed")),
      traits: try value.list("traits") { trait throws(JSONValue.Mistake) in
        guard let trait = trait.string.flatMap({ InputFeature(rawValue: $0) }) else {
          throw JSONValue.Mistake(member: "traits")
        }
        return trait
      },
      input: FuzzInput(text: try value.octets("input")),
      original: FuzzInput(text: try value.octets("original")), run: run,
      isStable: value.flag("stable"))
  }

  /// As `finding.json` has it.
  var json: String {
    JSONValue.members([
      "authspecFinding": .integer(KeptFinding.document.version), "id": .string(finding.id),
      "oracle": .string(finding.hit.cause.oracle), "place": .string(finding.hit.cause.place),
      "grave": .bool(finding.hit.isGrave), "expected": .string(finding.hit.expected),
      "observed": .string(finding.hit.observed),
      "traits": .strings(finding.traits.map(\.rawValue)),
      "input": RecordingFormat.octets(finding.input.text),
      "original": RecordingFormat.octets(finding.original.text), "run": .string("\(finding.run)"),
      "stable": .bool(finding.isStable), "options": .strings(options),
    ]).text + "\n"
  }
}
