// SPDX-License-Identifier: Apache-2.0

import Platform
import ScenarioFiles
import Scenarios
import Transcripts

/// Tests the abilities that a client claims, with one plain case for each.
///
/// The cases are scenarios of their own in the folder `_probes` beside the others; an ability
/// without one is not tried. A name with `+` is that of a combination of abilities.
package struct CapabilityProbe: Sendable {
  /// Ability -> its plain case.
  private let cases: [String: Case]
  /// The plain cases of combinations.
  private let combinations: [Combination]
  private let options: RunOptions

  private struct Combination {
    var abilities: [String]
    var played: Case
  }

  /// The plain cases of the usual folder; `nil` if there are none.
  package init?(options: RunOptions) {
    guard let folder = CapabilityProbe.folder(), let names = try? FileReading.names(in: folder)
    else {
      return nil
    }
    var cases: [String: Case] = [:]
    var combinations: [Combination] = []
    for name in names.sorted() where name.hasSuffix(".yaml") {
      let ability = String(name.dropLast(".yaml".count))
      let path = "\(folder)/\(name)"
      guard let text = try? FileReading.read(path, limit: 1 << 20),
        let played = ScenarioLoader.load(text: text, id: "_probes/\(ability)", file: path).cases
          .first
      else { continue }
      let parts = ability.split(separator: "+").map(String.init)
      if parts.count > 1 {
        combinations.append(Combination(abilities: parts, played: played))
      } else {
        cases[ability] = played
      }
    }
    guard !cases.isEmpty else { return nil }
    self.cases = cases
    self.combinations = combinations
    self.options = options
  }

  private static func folder() -> String? {
    FoundScenarios.folders().map { "\($0)/_probes" }.first { FileReading.kind(of: $0) == .folder }
  }

  /// The milliseconds after which a client that has not ended a request counts as hung.
  package var wait: Int { options.timeout + options.grace }

  /// The number of plays of a case: a busy machine, or a client that varies, may spoil one.
  private static let tries = 3

  /// The abilities that have a plain case, sorted.
  package var abilities: [String] { cases.keys.sorted() }

  /// The outcome of trying a client's claims.
  package struct Outcome: Sendable {
    /// The claims that are wrong, sorted by ability.
    package internal(set) var wrong: [UnsupportedCapability] = []
    /// The ability that was being tried when the run's time was up, and the result so far; `nil` if
    /// all were tried.
    package internal(set) var cut: UnsupportedCapability?
  }

  /// The number of consecutive abilities with a hanging client after which the others are not
  /// tried, because they would take as long.
  private static let mostHangs = 3

  /// The milliseconds after which a play counts as slow.
  package static let slow = 2_000

  /// Tries the claims of a client. `saySlow` is called, from another thread, if one play takes
  /// longer than `slow`.
  package func outcome(
    of claimed: Set<String>, interruption: Interruption, makeClient: Run.ClientFactory,
    saySlow: @escaping @Sendable () -> Void = {}
  ) -> Outcome {
    let worker = Worker(options: options, makeClient: makeClient)
    defer { worker.stop() }
    let notice = SlowNotice(after: CapabilityProbe.slow, say: saySlow)
    defer { notice.end() }
    var outcome = Outcome()
    var hangs = 0
    for ability in abilities where claimed.contains(ability) && !interruption.isRaised {
      guard let played = cases[ability] else { continue }
      guard hangs < CapabilityProbe.mostHangs else {
        let reason = "not tried, as the client hung in the plain cases before it"
        outcome.wrong.append(UnsupportedCapability(ability: ability, reason: reason))
        continue
      }
      var alone = played
      // The other abilities of the case may not be claimed, but are part of this claim.
      alone.needs = [ability]
      // A session cannot ask for memory.
      let needed = played.needs.filter { $0 != Ability.memory.rawValue }
      let isWhole =
        claimed.isSuperset(of: needed)
        && (played.needs.contains(.webSocket) || !claimed.contains(.webSocket))
      let objection = objection(to: CasePlan(alone), isWhole: isWhole) { plan in
        notice.watch { worker.result(of: plan, index: 0) }
      }
      let claim = objection.map { UnsupportedCapability(ability: ability, reason: $0.reason) }
      if isTimeUp {
        outcome.cut =
          claim ?? UnsupportedCapability(ability: ability, reason: "it was done in the last moment")
        return outcome
      }
      hangs = objection?.isHang == true ? hangs + 1 : 0
      if let claim { outcome.wrong.append(claim) }
    }
    return outcome
  }

  private var isTimeUp: Bool { options.deadline.map { $0 <= Instant.now } ?? false }

  /// A reason to doubt a claim.
  private struct Objection {
    var reason: String
    /// The client hung.
    var isHang: Bool
  }

  /// Returns the combinations that a client lacks, sorted. `abilities` are the claims that hold: a
  /// combination with a part that does not is not tried.
  package func missingCombinations(
    of abilities: Set<String>, interruption: Interruption, makeClient: Run.ClientFactory
  ) -> [MissingCombination] {
    let worker = Worker(options: options, makeClient: makeClient)
    defer { worker.stop() }
    var missing: [MissingCombination] = []
    let presumed = Abilities.presumed(of: abilities)
    for combination in combinations
    where presumed.isSuperset(of: combination.abilities) && !interruption.isRaised && !isTimeUp {
      var alone = combination.played
      alone.needs = combination.abilities
      if let reason = lack(of: CasePlan(alone), worker) {
        missing.append(MissingCombination(abilities: combination.abilities, reason: reason))
      }
    }
    return missing
  }

  /// Returns what shows that a client lacks a combination in each of several plays; `nil` if it has
  /// it. A client that answers with wrong credentials has it.
  private func lack(of plan: CasePlan, _ worker: Worker) -> String? {
    var reason: String?
    for _ in 0..<CapabilityProbe.tries {
      let result = worker.result(of: plan, index: 0)
      reason = result.objectionToClaim
      let isWrong = result.checks.contains {
        $0.descriptor.kind.isProhibition && $0.verdict == .fail
      }
      if reason == nil || isWrong { return nil }
    }
    return reason
  }

  /// The reason to doubt a claim in all plays of its plain case; `nil` if one play supports it.
  private func objection(
    to plan: CasePlan, isWhole: Bool, _ play: (CasePlan) -> CaseResult
  ) -> Objection? {
    var objection: Objection?
    for number in 1...CapabilityProbe.tries {
      let result = play(plan)
      // A client that does not claim all that the case needs, and does not support it, was not
      // tried; nor was one that opens websockets, and makes no plain requests.
      if result.play?.unsupported != nil, !isWhole { return nil }
      guard let reason = result.objectionToClaim else { return nil }
      let isHang = result.lateness == .hung
      // A try that was cut by the end of the run's time says less than the one before it.
      if isTimeUp, isHang, objection != nil { break }
      objection = Objection(reason: reason + result.ending, isHang: isHang)
      // A hang takes all of its time each time.
      if isTimeUp || isHang && number > 1 { break }
    }
    return objection
  }
}
