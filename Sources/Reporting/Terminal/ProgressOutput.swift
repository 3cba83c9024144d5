// SPDX-License-Identifier: Apache-2.0

import Platform

/// The progress of a long command on standard error: on a terminal one line that is rewritten, else
/// a line every ten seconds.
package final class ProgressOutput {
  private static let interval: Int64 = 10_000_000_000

  private let output: DescriptorWriter
  private let isTerminal: Bool
  private var line: ProgressLine
  private var next = Instant.now.nanoseconds + interval

  package init(output: DescriptorWriter, isTerminal: Bool, width: Int) {
    self.output = output
    self.isTerminal = isTerminal
    line = ProgressLine(width: width)
  }

  /// Shows a text, unless one was shown a moment ago. `text` is passed the line of a terminal;
  /// `nil` elsewhere.
  ///
  /// - Parameter isUrgent: whether to write a line even if one was written less than ten seconds
  ///   ago.
  package func show(isUrgent: Bool = false, _ text: (ProgressLine?) -> String) {
    let now = Instant.now
    if isTerminal {
      if line.isDue(at: now) { write(line.shown(text(line), at: now)) }
    } else if isUrgent || now.nanoseconds >= next {
      next = now.nanoseconds + ProgressOutput.interval
      write(text(nil) + "\n")
    }
  }

  /// Removes the line.
  package func end() { write(line.erase()) }

  private func write(_ text: String) {
    guard !text.isEmpty else { return }
    output.write(text)
    output.flush()
  }
}
