// SPDX-License-Identifier: Apache-2.0

import Platform
import Transcripts

/// A report of a run's events. It prints verdicts and decides none.
package protocol Reporter: AnyObject {
  /// Takes the next event; `runFinished` is always the last.
  func record(_ event: Event)
  /// Why the report could not be written; nil as long as it can.
  var failure: FileError? { get }
}
