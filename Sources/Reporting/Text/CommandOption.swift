// SPDX-License-Identifier: Apache-2.0

/// An option on the command line of a run, as a report repeats it.
package struct CommandOption: Hashable, Sendable {
  private let name: String
  private let value: String?
  private let place: Int

  /// An option without its dashes, its value where it takes one, and the place of the value's word
  /// in the command line (`argv`).
  package init(_ name: String, value: String? = nil, place: Int = 0) {
    self.name = name
    self.value = value
    self.place = place
  }

  /// The option, as a shell takes it. A value that may hold a secret, or that cannot be shown, is
  /// `"$AUTHSPEC_ARG_N"`, where N is the place of its word: reports are published.
  package var text: String {
    guard let value else { return "--\(name)" }
    if !CommandSecrets.values(in: value).isEmpty || Visible.line(value) != value {
      return "--\(name)=\"$AUTHSPEC_ARG_\(place)\""
    }
    // A value that begins like an option is attached to its own.
    return value.hasPrefix("-")
      ? "--\(name)=\(Phrases.shellQuoted(value))" : "--\(name) \(Phrases.shellQuoted(value))"
  }
}
