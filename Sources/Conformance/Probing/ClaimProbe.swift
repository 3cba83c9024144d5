public import ClientDrivers
public import Polling
internal import ScenarioLanguage

/// Tries what a client claims to be able to do, with one plain case for each ability.
///
/// The cases are scenarios of their own in the folder `_probes` beside the others; an ability without one is not tried.
public struct ClaimProbe: Sendable {
  /// Ability -> its plain case.
  private let cases: [String: Case]
  private let options: RunOptions

  /// The plain cases of the usual folder; nil where there are none.
  public init?(options: RunOptions) {
    guard let folder = ClaimProbe.folder(), let names = try? FileSystem.names(in: folder) else {
      return nil
    }
    var cases: [String: Case] = [:]
    for name in names where name.hasSuffix(".yaml") {
      let ability = String(name.dropLast(".yaml".count))
      let path = "\(folder)/\(name)"
      guard let text = try? FileSystem.read(path, limit: 1 << 20) else { continue }
      cases[ability] =
        ScenarioLoader.load(text: text, id: "_probes/\(ability)", file: path).cases.first
    }
    guard !cases.isEmpty else { return nil }
    self.cases = cases
    self.options = options
  }

  private static func folder() -> String? {
    ScenarioFiles.folders().map { "\($0)/_probes" }.first { FileSystem.kind(of: $0) == .folder }
  }

  /// A busy machine, or a client that does it now so and now otherwise, may spoil one.
  private static let tries = 3

  /// The abilities that have a plain case, sorted.
  public var abilities: [String] { cases.keys.sorted() }

  /// Those claims of a client that are wrong, sorted by ability.
  public func wrongClaims(
    of claimed: Set<String>, interruption: Interruption, makeClient: Run.ClientFactory
  ) -> [WrongClaim] {
    let worker = Worker(options: options, makeClient: makeClient)
    defer { worker.stop() }
    var wrong: [WrongClaim] = []
    for ability in abilities where claimed.contains(ability) && !interruption.isRaised {
      guard let played = cases[ability] else { continue }
      var alone = played
      // What else the case takes is not claimed perhaps, but is part of the claim.
      alone.needs = [ability]
      if let reason = objection(to: alone, worker, isWhole: claimed.isSuperset(of: played.needs)) {
        wrong.append(WrongClaim(ability: ability, reason: reason))
      }
    }
    return wrong
  }

  /// What keeps a claim from being borne out, however often its plain case is played; nil where nothing does.
  private func objection(to played: Case, _ worker: Worker, isWhole: Bool) -> String? {
    var reason: String?
    for _ in 0..<ClaimProbe.tries {
      let result = worker.result(of: played, index: 0)
      // Who cannot be told what else the case takes, and does not claim it, has not been tried.
      if result.play?.unsupported != nil, !isWhole { return nil }
      reason = ClaimProbe.objection(to: result)
      if reason == nil { return nil }
    }
    return reason
  }

  /// What keeps a plain case from bearing a claim out; nil where it does. Invariants are not what is claimed: a client
  /// that does it badly can do it.
  private static func objection(to result: CaseResult) -> String? {
    if let reason = result.reason { return reason }
    // A change may take a new client: what that comes to is told in each case.
    if result.play?.steps.contains(where: \.isOfNewClient) == true { return nil }
    let own = result.checks.filter { $0.descriptor.step != nil }
    for check in own {
      switch check.verdict {
      case .pass, .note, .skipped, .warn: continue
      case .fail, .inconclusive, .timeout, .crash, .error:
        guard let finding = check.finding else { return check.descriptor.title }
        return "expected \(finding.expected), observed \(finding.observed)"
      }
    }
    return own.contains { $0.verdict == .pass } ? nil : "nothing of it could be seen"
  }
}
