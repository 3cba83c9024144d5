// SPDX-License-Identifier: Apache-2.0

/// An option of a command: its row of the table that parsing, help and completions are made from.
package struct Option: Sendable {
  /// What follows an option.
  package enum Value: Sendable {
    /// Nothing.
    case none
    /// A text, with its name in the help.
    case text(String)
    /// One of these words.
    case choice([String])
    /// Nothing, or one of these words after `=`.
    case optional([String])
    /// A client's name.
    case client
    /// A number in that range.
    case number(ClosedRange<UInt64>)
    /// A path of a file.
    case file
    /// A path of a folder.
    case folder
  }

  /// The name without the two hyphens.
  package let name: String
  /// What follows it.
  let value: Value
  /// Whether it may be given more than once.
  let isList: Bool
  /// A short description.
  let summary: String

  package init(_ name: String, _ value: Value, isList: Bool = false, _ summary: String) {
    self.name = name
    self.value = value
    self.isList = isList
    self.summary = summary
  }

  /// The same option, allowed more than once if it takes a value.
  var asList: Option {
    placeholder == nil ? self : Option(name, value, isList: true, summary)
  }

  /// The option with what follows it, as the help writes it.
  var usage: String {
    if case .optional(let words) = value { return "--\(name)[=\(words.joined(separator: "|"))]" }
    return "--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }

  /// The value that must follow it, as the help writes it; `nil` for none.
  var placeholder: String? {
    switch value {
    case .none, .optional: nil
    case .text(let name): name
    case .choice(let words): words.joined(separator: "|")
    case .number: "N"
    case .client: "NAME"
    case .file: "FILE"
    case .folder: "DIR"
    }
  }
}
