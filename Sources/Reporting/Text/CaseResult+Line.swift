// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

extension CaseResult {
  /// The line of the scenario's file where a check stands, or else where the case begins.
  func line(of check: Check?) -> Int { check?.descriptor.location?.line ?? played.location.line }
}
