// SPDX-License-Identifier: Apache-2.0

import Reporting
import Fuzzing
import HTTPAuth
import JSON
import Platform

/// A finding with the words that name its client on a command line: all that it takes to look
/// whether it is still there.
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
    kind: "finding", mark: "authspecFinding", version: 2,
    remedy: "remove its folder, and a campaign will find it again")

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
    func values<Value>(
      _ member: String, _ make: (String) -> Value?
    ) throws(JSONValue.Mistake) -> [Value] {
      try value.list(member) { text throws(JSONValue.Mistake) in
        guard let made = text.string.flatMap(make) else { throw JSONValue.Mistake(member: member) }
        return made
      }
    }
    guard let run = UInt64(try value.string("run")) else { throw JSONValue.Mistake(member: "run") }
    guard let oracle = Oracle(slug: try value.string("oracle")) else {
      throw JSONValue.Mistake(member: "oracle")
    }
    return FuzzFinding(
      failure: OracleFailure(
        signature: FailureSignature(oracle, try values("place") { Symptom(text: $0) }),
        isGrave: value.flag("grave"), expected: try value.string("expected"),
        observed: try value.string("observed")),
      features: FeatureSet(try values("traits") { InputFeature(slug: $0) }),
      input: FuzzInput(text: try value.octets("input")),
      original: FuzzInput(text: try value.octets("original")), run: run,
      isStable: value.flag("stable"))
  }

  /// The text of `finding.json`.
  var json: String {
    let failure = finding.failure
    return JSONValue.members([
      "authspecFinding": .integer(KeptFinding.document.version), "id": .string(finding.id),
      "oracle": .string(failure.signature.oracle.slug),
      "place": .strings(failure.signature.symptoms.map(\.text)),
      "grave": .bool(failure.isGrave), "expected": .string(failure.expected),
      "observed": .string(failure.observed),
      "traits": .strings(finding.features.elements.map(\.slug)),
      "input": RecordingFormat.octets(finding.input.text),
      "original": RecordingFormat.octets(finding.original.text), "run": .string("\(finding.run)"),
      "stable": .bool(finding.isStable), "options": .strings(options),
    ]).text + "\n"
  }
}
