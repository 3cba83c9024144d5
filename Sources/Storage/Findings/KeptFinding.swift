// SPDX-License-Identifier: Apache-2.0

import Reporting
import Fuzzing
import HTTPAuth
import JSON
import Platform

/// A finding with the command-line options of its client, by which it can be reproduced.
package struct KeptFinding: Sendable {
  package var finding: FuzzFinding
  /// The options and their values: `--client`, `libcurl`.
  package var options: [String]

  package init(_ finding: FuzzFinding, options: [String]) {
    self.finding = finding
    self.options = options
  }

  private static let document = KeptDocument(
    kind: "finding", mark: "authspecFinding", version: 3,
    remedy: "remove its folder, and a campaign will find it again")

  /// Reads `finding.json`.
  init(_ octets: [UInt8], file: String) throws(FileError) {
    self = try KeptFinding.document.read(octets, file: file) { value throws(JSONValue.Mistake) in
      guard let run = UInt64(try value.part("run", String.self)) else {
        throw JSONValue.Mistake(member: "run")
      }
      let failure = OracleFailure(
        signature: FailureSignature(try value.part("oracle"), try value.part("place")),
        isGrave: try value.part("grave"), expected: try value.part("expected"),
        observed: try value.part("observed"))
      let finding = FuzzFinding(
        failure: failure, features: try value.part("traits"),
        input: FuzzInput(text: try value.part("input")),
        original: FuzzInput(text: try value.part("original")), run: run,
        isStable: try value.part("stable"))
      return KeptFinding(finding, options: try value.part("options"))
    }
  }

  /// The text of `finding.json`.
  var json: String {
    let failure = finding.failure
    return JSONValue.members([
      KeptFinding.document.mark: KeptFinding.document.version, "id": finding.id,
      "oracle": failure.signature.oracle, "place": failure.signature.symptoms,
      "grave": failure.isGrave, "expected": failure.expected, "observed": failure.observed,
      "traits": finding.features, "input": finding.input.text,
      "original": finding.original.text, "run": "\(finding.run)", "stable": finding.isStable,
      "options": options,
    ]).text + "\n"
  }
}

extension Oracle: JSONFormed {
  package static var form: JSONForm<Oracle> { .text(\.slug) { Oracle(slug: $0) } }
}

extension Symptom: JSONFormed {
  package static var form: JSONForm<Symptom> { .text(\.text) { Symptom(text: $0) } }
}

extension InputFeature: JSONFormed {
  package static var form: JSONForm<InputFeature> {
    .text(\.rawValue) { InputFeature(rawValue: $0) }
  }
}
