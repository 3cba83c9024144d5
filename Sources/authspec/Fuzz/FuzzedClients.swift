// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import Transcripts

/// The clients that inputs are sent to: one, or several that are compared.
struct FuzzedClients {
  /// What it is; of several, their names and what they can do in common.
  let identity: ClientIdentity
  /// The words that name it on a command line.
  let options: [String]
  /// How many workers may use it at once; `nil` for any number.
  let jobs: Int?
  /// Makes a worker's target.
  let makeTarget: Campaign.TargetFactory

  /// The clients of a command line; `nil` if one cannot be run, which has been reported then.
  init?(_ arguments: Arguments, _ console: Console) throws(UsageError) {
    let named = FuzzedClients.named(arguments)
    guard named.count > 1 else {
      guard let only = try FuzzedClient(arguments, console) else { return nil }
      identity = only.identity
      options = only.options
      jobs = only.jobs
      makeTarget = only.makeTarget
      return
    }
    var clients: [FuzzedClient] = []
    for words in named {
      let own = try Arguments(arguments.command, words + FuzzedClients.others(arguments))
      guard let client = try FuzzedClient(own, console) else { return nil }
      clients.append(client)
    }
    let common = clients.dropFirst().reduce(clients[0].identity.abilities) {
      $0.intersection($1.identity.abilities)
    }
    let names = FuzzedClients.distinct(clients.map(\.identity.name))
    identity = ClientIdentity(
      name: names.joined(separator: " and "),
      version: clients.map(\.identity.version).joined(separator: " and "), abilities: common)
    options = clients.flatMap(\.options)
    jobs = clients.compactMap(\.jobs).min()
    let makes = clients.map { $0.makeClientTarget(only: common) }
    makeTarget = {
      DisagreementTarget(
        zip(names, makes).map { ($0, $1()) }, abilities: common)
    }
  }

  /// The options that name a client each.
  private static func named(_ arguments: Arguments) -> [[String]] {
    ClientSelection.options.flatMap { option in
      arguments.all(option).map { ["--\(option)=\($0)"] }
    }
  }

  /// The options that are meant for all of them.
  private static func others(_ arguments: Arguments) -> [String] {
    var words = arguments.has("no-probe") ? ["--no-probe"] : []
    for option in ["timeout", "fault"] {
      words += arguments.all(option).map { "--\(option)=\($0)" }
    }
    return words
  }

  /// The names, made distinct by numbers.
  private static func distinct(_ names: [String]) -> [String] {
    names.indices.map { index in
      let before = names[..<index].count { $0 == names[index] }
      return before == 0 ? names[index] : "\(names[index]) \(before + 1)"
    }
  }
}
