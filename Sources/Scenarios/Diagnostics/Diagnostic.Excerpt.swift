// SPDX-License-Identifier: Apache-2.0

extension Diagnostic {
  /// A line of a file, shortened if it is long, with marks to print below it.
  package struct Excerpt: Hashable, Sendable {
    /// The text, with `…` where the line is cut.
    package private(set) var text = ""
    /// The marks: spaces, tabs and `^`.
    package private(set) var marks = ""

    /// The maximum number of characters; longer lines are cut.
    static let maximumWidth = 100

    /// The part of a line around `length` characters from `column`, which counts from 1.
    package init(line: String, column: Int, length: Int) {
      let scalars = Array(line.unicodeScalars)
      let start = min(max(0, column - 1), scalars.count)
      var first = 0
      var last = scalars.count
      if scalars.count > Excerpt.maximumWidth {
        first = max(0, min(start - 30, scalars.count - Excerpt.maximumWidth))
        last = min(scalars.count, first + Excerpt.maximumWidth)
      }
      if first > 0 {
        text += "…"
        marks += " "
      }
      text += Excerpt.visible(scalars[first..<last])
      if last < scalars.count { text += "…" }
      // A character of several scalars takes one column of a terminal. Tabs stay tabs.
      for character in Excerpt.visible(scalars[first..<start]) {
        marks += character == "\t" ? "\t" : " "
      }
      let end = min(last, start + max(1, length))
      let marked = end > start ? Excerpt.visible(scalars[start..<end]).count : 1
      marks += String(repeating: "^", count: max(1, marked))
    }

    private static func visible(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
      var text = String.UnicodeScalarView()
      for scalar in scalars {
        let isControl = scalar.value < 0x20 && scalar != "\t"
        text.append(isControl || (0x7F...0x9F).contains(scalar.value) ? "\u{FFFD}" : scalar)
      }
      return String(text)
    }
  }
}
