// SPDX-License-Identifier: Apache-2.0

import Playing

/// A client that is part of a program, and needs no file.
package struct BuiltInClient: Sendable {
  /// Returns what makes instances of the client, by its options on a command line.
  package typealias Choice = @Sendable (Arguments) throws(UsageError) -> Run.ClientFactory

  /// The name that selects it.
  package let name: String
  /// Its own options of the commands that play cases.
  package let playOptions: [Option]
  /// Its own options of `fuzz`.
  package let fuzzOptions: [Option]
  let choice: Choice

  package init(
    name: String, playOptions: [Option] = [], fuzzOptions: [Option] = [], choice: @escaping Choice
  ) {
    self.name = name
    self.playOptions = playOptions
    self.fuzzOptions = fuzzOptions
    self.choice = choice
  }

  /// The names of all its own options.
  var ownOptions: [String] { (playOptions + fuzzOptions).map(\.name) }
}
