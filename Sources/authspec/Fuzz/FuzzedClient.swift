// SPDX-License-Identifier: Apache-2.0

import Clients
import Fuzzing
import HTTPAuth
import Platform
import Playing
import ReferenceClient
import Scenarios
import Transcripts

/// The client that inputs are shown to, ready to be made.
struct FuzzedClient {
  /// What it is.
  let identity: ClientIdentity
  /// The words that name it on a command line.
  let options: [String]
  /// How many instances may run at once; `nil` for any number.
  let jobs: Int?
  private let makeFaulty: Run.ClientFactory?
  private let chosen: ClientSelection
  private let timeout: Int
  private let wrongClaims: Set<String>

  /// The client of a command line; `nil` if it cannot be run, which has been reported then.
  init?(_ arguments: Arguments, _ console: Console) throws(UsageError) {
    var client = try ClientSelection(arguments)
    let faults = try FuzzedClient.faults(arguments)
    if let trouble = client.prepare() {
      console.complain("authspec: \(trouble.words)")
      return nil
    }
    if faults.isEmpty {
      makeFaulty = nil
    } else {
      makeFaulty = { ReferenceClient(loop: $0, faults: faults) }
    }
    let claims = arguments.has("no-probe") || !faults.isEmpty ? [] : client.tryClaims()
    console.complain(claims, of: client.name)
    chosen = client
    var identity = (makeFaulty ?? client.make)(EventLoop()).identity
    // If two abilities cannot be combined, nothing is demanded that needs the less important one.
    wrongClaims = Set(
      claims.map(\.ability) + identity.missingCombinations.compactMap(\.abilities.first))
    identity.abilities.subtract(wrongClaims)
    self.identity = identity
    jobs = client.jobs
    timeout = arguments.count("timeout") ?? 1000
    options = (ClientSelection.options + ["fault"]).flatMap { name in
      arguments.all(name).flatMap { ["--\(name)", $0] }
    }
  }

  /// Makes a worker's target.
  var makeTarget: Campaign.TargetFactory {
    let make = makeClientTarget()
    return { make() }
  }

  /// Makes a worker's target, of a client that is shown nothing that takes other abilities than
  /// these, where some are named.
  func makeClientTarget(
    only abilities: Set<String>? = nil
  ) -> @Sendable () -> ClientTarget {
    let (chosen, makeFaulty, timeout) = (chosen, makeFaulty, timeout)
    let unused = abilities.map { identity.abilities.subtracting($0) } ?? []
    let left = wrongClaims.union(unused)
    return {
      let coverage = chosen.isProcess ? CoverageMap() : nil
      let environment = coverage.map {
        [
          ClientDefinition.Setting(
            name: CoverageMap.variable, value: FillableText(literal: Octets("\($0.number)")))
        ]
      }
      return ClientTarget(
        timeout: timeout, wrongClaims: left, coverage: coverage,
        makeClient: makeFaulty ?? chosen.make(environment: environment ?? []))
    }
  }

  /// The faults that the reference client is to have.
  private static func faults(_ arguments: Arguments) throws(UsageError) -> Set<Fault.Name> {
    var faults: Set<Fault.Name> = []
    for name in arguments.all("fault") {
      guard let fault = Fault.Name(rawValue: name) else {
        throw .unknown(
          "no fault is named '\(name)'", name, among: Fault.Name.allCases.map(\.rawValue),
          command: .fuzz)
      }
      faults.insert(fault)
    }
    guard faults.isEmpty || arguments["client"] == "reference" else {
      throw UsageError(
        message: "only the reference client has faults: --client reference", command: .fuzz)
    }
    return faults
  }
}
