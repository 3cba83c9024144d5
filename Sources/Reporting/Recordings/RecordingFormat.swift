// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON

/// What recordings are written with. Octets are texts in which each character stands for the octet
/// of its number.
package enum RecordingFormat {
  package typealias Mistake = JSONValue.Mistake

  package static let document = KeptDocument(
    kind: "recording", mark: "authspecRecording", version: 1, remedy: "record the case again")

  package static func octets(_ octets: Octets) -> JSONValue { .string(octets.latin1) }
}
