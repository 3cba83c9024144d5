// SPDX-License-Identifier: Apache-2.0

/// An error in a file, with its location and a hint.
package struct Diagnostic: Hashable, Sendable {
  /// The file's name for messages.
  package var file: String
  package var location: SourceLocation
  /// The number of characters of the line that it is about, at least 1.
  package var length: Int
  package var message: String
  /// How to correct the error.
  package var hint: String?
  /// The line that it is about; `nil` if the text is not available.
  package var excerpt: Excerpt?

  package init(
    file: String, location: SourceLocation, length: Int = 1, message: String, hint: String? = nil,
    excerpt: Excerpt? = nil
  ) {
    self.file = file
    self.location = location
    self.length = max(1, length)
    self.message = message
    self.hint = hint
    self.excerpt = excerpt
  }
}

extension Diagnostic: CustomStringConvertible {
  /// Up to four lines: file, line, column and message; the excerpt; the marks below it; the hint.
  package var description: String {
    var text = "\(file):\(location.line):\(location.column): error: \(message)"
    let number = String(location.line)
    let margin = String(repeating: " ", count: max(5, number.count))
    if let excerpt {
      let indent = String(repeating: " ", count: max(0, 5 - number.count))
      text += "\n\(indent)\(number) | \(excerpt.text)"
      text += "\n\(margin) | \(excerpt.marks)"
    }
    if let hint { text += "\n\(margin) = \(hint)" }
    return text
  }
}
