/// Cuts what a driver writes into lines.
struct LineReader {
  /// Octets of the longest line, its end not counted.
  static let longest = 16_000_000

  private var octets: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// How far there is known to be no line's end.
  private var searched = 0

  /// Adds what was written.
  mutating func append(_ more: ArraySlice<UInt8>) {
    octets.removeFirst(start)
    searched -= start
    start = 0
    octets.append(contentsOf: more)
  }

  /// The next whole line, without its end; `nil` if there is none yet.
  mutating func next() -> ArraySlice<UInt8>? {
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

  /// The line that is being written, as far as it has come.
  var rest: ArraySlice<UInt8> { octets[start...] }
}
