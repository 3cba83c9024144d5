// SPDX-License-Identifier: Apache-2.0

extension Command {
  /// A command's name.
  package struct Name: Hashable, Sendable {
    /// The name as it is typed.
    package let word: String

    fileprivate init(_ word: String) { self.word = word }
  }
}

/// The commands for people who test a client.
extension Command.Name {
  static let run = Self("run")
  static let serve = Self("serve")
  static let merge = Self("merge")
  static let list = Self("list")
  static let check = Self("check")
  static let explain = Self("explain")
  static let judge = Self("judge")
  static let baseline = Self("baseline")
  static let diff = Self("diff")
  static let clients = Self("clients")
  static let driverCheck = Self("driver-check")
  static let fuzz = Self("fuzz")
  static let completions = Self("completions")
  static let manual = Self("manual")
  static let help = Self("help")
}

/// The commands with which this project proves and publishes itself.
extension Command.Name {
  package static let selftest = Self("selftest")
  package static let variants = Self("variants")
  package static let mutants = Self("mutants")
  package static let proof = Self("proof")
  package static let matrix = Self("matrix")
  package static let catalogue = Self("catalogue")
  package static let requirements = Self("requirements")
  package static let leaks = Self("leaks")
  package static let audit = Self("audit")

  /// All of these, which only the program `authspec-maintain` has.
  static let ofMaintenance = [
    selftest, variants, mutants, proof, matrix, catalogue, requirements, leaks, audit,
  ]
}
