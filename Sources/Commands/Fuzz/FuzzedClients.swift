// SPDX-License-Identifier: Apache-2.0

import Clients
import Fuzzing
import HTTPAuth
import Platform
import Playing
import Scenarios
import Transcripts

/// The clients that inputs are sent to: one, or several that are compared.
struct FuzzedClients {
  /// The identity; of several clients, their names and common abilities.
  private(set) var identity: ClientIdentity
  /// The words that name it on a command line.
  private(set) var options: [String]
  /// The most workers that may use it at once; `nil` for any number.
  private(set) var jobs: Int?
  /// Makes a worker's target of one client, which gets only inputs that need no other abilities
  /// than these.
  private var makeClient: @Sendable (_ abilities: Set<String>) -> ClientTarget
  /// Makes a worker's target.
  private(set) var makeTarget: Campaign.TargetFactory

  /// The clients of a command line; `nil`, after a complaint, if one cannot be run.
  init?(_ arguments: Arguments, _ console: Console) throws(UsageError) {
    let named = ClientSelection.options.flatMap { option in
      arguments.all(option).map { "--\(option)=\($0)" }
    }
    // The option for the protocol is not one of a client.
    let transport = arguments["http"].map { ["--http", $0] } ?? []
    guard named.count > 1 else {
      try self.init(one: arguments, console)
      options += transport
      return
    }
    var clients: [FuzzedClients] = []
    for word in named {
      let own = try arguments.replaced(by: [word] + FuzzedClients.others(arguments))
      guard let client = try FuzzedClients(one: own, console) else { return nil }
      clients.append(client)
    }
    let common = clients.dropFirst().reduce(clients[0].identity.abilities) {
      $0.intersection($1.identity.abilities)
    }
    let names = FuzzedClients.distinct(clients.map(\.identity.name))
    let makes = clients.map(\.makeClient)
    self = clients[0]
    identity = ClientIdentity(
      name: names.joined(separator: " and "),
      version: clients.map(\.identity.version).joined(separator: " and "), abilities: common)
    options = clients.flatMap(\.options) + transport
    jobs = clients.compactMap(\.jobs).min()
    makeTarget = {
      DisagreementTarget(zip(names, makes).map { ($0, $1(common)) }, abilities: common)
    }
  }

  private init?(one arguments: Arguments, _ console: Console) throws(UsageError) {
    var client = try ClientSelection(arguments)
    console.complain(outdated: client)
    if let trouble = client.prepare() {
      console.complain("authspec: \(trouble.words)")
      return nil
    }
    let claims = arguments.has("no-probe") ? [] : client.tryClaims()
    console.complain(claims, of: client.name)
    let chosen = client
    var identity = client.make(EventLoop()).identity
    // If two abilities cannot be combined, the less important one is not used.
    let unproven = Set(
      claims.map(\.ability) + identity.missingCombinations.compactMap(\.abilities.first))
    let http2 = arguments.http2Start
    if let http2 {
      let missing = http2.abilities.subtracting(identity.abilities.subtracting(unproven))
      if let ability = missing.min() {
        throw .words("\(identity.name) does not have the ability \(ability), which --http needs")
      }
    }
    let wrongClaims = unproven.union(http2 == nil ? [] : HTTP2Start.missingAbilities)
    identity.abilities.subtract(wrongClaims)
    self.identity = identity
    jobs = client.jobs
    options = (ClientSelection.options + FuzzedClients.ownOptions(arguments)).flatMap { name in
      arguments.all(name).flatMap { ["--\(name)", $0] }
    }
    let (own, timeout) = (identity.abilities, arguments.count("timeout") ?? 1000)
    let makeClient: @Sendable (Set<String>) -> ClientTarget = { abilities in
      FuzzedClients.target(
        chosen, timeout: timeout, without: wrongClaims.union(own.subtracting(abilities)), http2)
    }
    self.makeClient = makeClient
    makeTarget = { makeClient(own) }
  }

  /// A target for a client; a process reports its coverage, if it can.
  private static func target(
    _ client: ClientSelection, timeout: Int, without abilities: Set<String>, _ http2: HTTP2Start?
  ) -> ClientTarget {
    let coverage = client.isProcess ? CoverageMap() : nil
    let environment = coverage.map {
      ClientDefinition.Setting(
        name: CoverageMap.variable, value: FillableText(literal: Octets("\($0.number)")))
    }
    return ClientTarget(
      timeout: timeout, wrongClaims: abilities, http2: http2, coverage: coverage,
      makeClient: client.make(environment: environment.map { [$0] } ?? []))
  }

  /// The options of single clients that are part of the program, which only campaigns have.
  static func ownOptions(_ arguments: Arguments) -> [String] {
    arguments.table.clients.flatMap(\.fuzzOptions).map(\.name)
  }

  /// The options that apply to each client.
  private static func others(_ arguments: Arguments) -> [String] {
    var words = arguments.has("no-probe") ? ["--no-probe"] : []
    for option in ["timeout"] + ownOptions(arguments) + ["http"] {
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
