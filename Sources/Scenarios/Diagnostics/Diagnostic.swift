// SPDX-License-Identifier: Apache-2.0

/// An error in a file, its location, and what to do about it.
package struct Diagnostic: Hashable, Sendable {
  /// The file's name as it is to be shown.
  package var file: String
  /// Where it begins.
  package var location: SourceLocation
  /// How many characters of that line it is about, at least 1.
  package var length: Int
  /// What is wrong, in a few words.
  package var message: String
  /// What to do, if that is known.
  package var hint: String?
  /// The line it is about; `nil` if the text is not available.
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
  /// Two to four lines: file, line, column and message; the line; a mark below the place; what to
  /// do.
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
