// SPDX-License-Identifier: Apache-2.0

import Platform
import Transcripts

/// Whoever makes a report of a run's events; it prints what was decided and decides nothing.
package protocol Reporter: AnyObject {
  /// The next event; `runFinished` is always the last.
  func record(_ event: Event)
  /// Why the report could not be written; nil as long as it can.
  var failure: FileError? { get }
}
