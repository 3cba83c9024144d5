// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The text of a line of a C library's log.
enum LogLine {
  /// Formats a line, and takes the line's end away; at most 500 octets.
  static func text(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { room in
      guard let start = room.baseAddress,
        unsafe vsnprintf(start, room.count, format, arguments) >= 0
      else { return "" }
      let text = unsafe String(cString: start)
      return String(text.drop(while: \.isNewline).prefix { !$0.isNewline })
    }
  }

  /// `true` if all lines of a format begin with this text.
  static func begins(_ format: UnsafePointer<CChar>, with text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      unsafe text.baseAddress.map { unsafe strncmp(format, $0, text.count) == 0 } ?? true
    }
  }
}
