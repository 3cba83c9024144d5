// SPDX-License-Identifier: Apache-2.0

/// A program as its help and its manual page introduce it.
package struct ProgramTitle: Sendable {
  /// The name by which it is called.
  package let name: String
  /// What it is for, in a few words.
  let purpose: String
  /// What it does, in a sentence.
  let sentence: String

  /// The program for people who test a client.
  package static let user = ProgramTitle(
    name: "authspec", purpose: "test how HTTP clients authenticate",
    sentence:
      "authspec plays 401 and 407 challenge sequences to an HTTP client and judges what it sends.")

  /// The program with which this project proves and publishes itself.
  package static let maintenance = ProgramTitle(
    name: "authspec-maintain", purpose: "test and publish authspec itself",
    sentence: """
      authspec-maintain is authspec with its reference client, and with the commands
      that test and publish authspec itself.
      """)
}
