/// Patterns in which `*` stands for any octets, `/` and `[` too, and everything else for itself.
public enum Glob {
  /// True when the whole text fits. Time is at most text times pattern; no recursion.
  public static func matches(_ text: String, _ pattern: String) -> Bool {
    let text = Array(text.utf8)
    let pattern = Array(pattern.utf8)
    var index = 0
    var position = 0
    // Where to go on after a mismatch: behind the last star, one octet of the text later.
    var star: (position: Int, index: Int)?
    while index < text.count {
      if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
        star = (position + 1, index)
        position += 1
      } else if position < pattern.count, pattern[position] == text[index] {
        position += 1
        index += 1
      } else if let last = star {
        star = (last.position, last.index + 1)
        position = last.position
        index = last.index + 1
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
