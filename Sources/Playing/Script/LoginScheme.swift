// SPDX-License-Identifier: Apache-2.0

import Judging
import Transcripts
import Scenarios
import HTTPAuth

/// The scheme of a login, for clients that do not pick it from the challenge.
struct LoginScheme {
  /// The client's abilities, as in docs/abilities.md.
  private let abilities: Set<String>
  private let plan: CasePlan
  /// The schemes that each server offers from this step on, until the session changes.
  private var offered: [Set<AuthScheme>]

  init(_ abilities: Set<String>, _ plan: CasePlan) {
    self.abilities = abilities
    self.plan = plan
    offered = plan.expectations.offered
    restart(from: 0)
  }

  /// Follows a change of the session before that step.
  mutating func restart(from step: Int) {
    let steps = plan.played.steps
    let end = steps.indices.first { $0 > step && steps[$0].client != nil } ?? steps.endIndex
    for server in offered.indices {
      let schemes = plan.rules[step..<end].reduce(into: Set<AuthScheme>()) { schemes, rules in
        for rule in rules[server] { schemes.formUnion(rule.schemes) }
      }
      offered[server] = schemes.isEmpty ? plan.expectations.offered[server] : schemes
    }
  }

  /// The scheme of a login that is not bound to one. Among the schemes that the server offers and
  /// the client supports there, one that the case needs is preferred, then the strongest. `nil` if
  /// the client supports none.
  func scheme(at server: String, isProxy: Bool, isToken: Bool) -> String? {
    if isToken { return Ability.bearer.rawValue }
    let offered = plan.expectations.place(of: server).map { self.offered[$0] } ?? []
    let candidates = LoginScheme.strongestFirst.filter {
      has($0, isProxy: isProxy) && ($0 != .ntlm || isNeeded($0))
    }
    let known = candidates.filter { offered.contains(AuthScheme(Octets(LoginScheme.name($0)))) }
    let rest = known.isEmpty ? candidates : known
    return (rest.first(where: isNeeded) ?? rest.first).map(LoginScheme.name)
  }

  /// The name of the scheme that an ability is about.
  private static func name(_ ability: Ability) -> String {
    ability == .scram ? "scram-sha-256" : ability.rawValue
  }

  private static let strongestFirst: [Ability] = [.scram, .ntlm, .digest, .basic]

  private func has(_ scheme: Ability, isProxy: Bool) -> Bool {
    guard isProxy else { return abilities.contains(scheme) }
    return abilities.contains(scheme == .basic ? "proxy" : "proxy-\(scheme.rawValue)")
  }

  private func isNeeded(_ scheme: Ability) -> Bool {
    plan.played.needs.contains {
      $0 == scheme.rawValue || $0 == "proxy-\(scheme.rawValue)"
        || $0.hasPrefix("\(scheme.rawValue)-")
    }
  }
}
