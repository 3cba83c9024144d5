// SPDX-License-Identifier: Apache-2.0

/// Splits octets that come in pieces into lines.
package struct LineReader {
  private var octets: [UInt8] = []
  /// The index of the next line.
  private var start = 0
  /// The index before which there is no line feed.
  private var searched = 0

  package init() {}

  package mutating func append(_ more: ArraySlice<UInt8>) {
    octets.removeFirst(start)
    searched -= start
    start = 0
    octets.append(contentsOf: more)
  }

  /// Returns the next complete line without its line ending; `nil` if there is none yet.
  package mutating func next() -> ArraySlice<UInt8>? {
    guard let end = octets[searched...].firstIndex(of: 0x0A) else {
      searched = octets.count
      return nil
    }
    var line = octets[start..<end]
    start = end + 1
    searched = start
    if line.last == 0x0D { line.removeLast() }
    return line
  }

  /// Gives the memory of the lines that were read back, if it is much. No slice of them may be in
  /// use any more.
  package mutating func release() {
    guard start > LineReader.much else { return }
    octets = Array(octets[start...])
    searched -= start
    start = 0
  }

  /// The number of octets that are kept until the next ones arrive.
  private static let much = 1 << 18

  /// The octets of the last line, which is incomplete.
  package var rest: ArraySlice<UInt8> { octets[start...] }
}
