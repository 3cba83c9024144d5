// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// Several ways of which one must be taken.
extension StepJudge {
  func check(_ alternatives: AlternativesCheck) -> Check {
    var best: NearestWay?
    for way in alternatives.ways {
      if let unmet = precondition(way.checklist) {
        if best == nil {
          best = NearestWay(
            title: way.title, broken: Int.max, first: nil, finding: unmet, isUnknown: false)
        }
        continue
      }
      // A way holds only if nothing in it is broken or noted, at any level. Repeating a refused
      // request without credentials breaks no way.
      let repeats = Set(way.checklist.servers.map(\.repeats.id))
      let broken = judgements(way.checklist).filter {
        $0.verdict != .pass && $0.verdict != .skipped && !repeats.contains($0.descriptor.id)
      }
      if broken.isEmpty {
        return Check(
          alternatives.descriptor, .pass, expected: "one of the allowed ways", observed: way.title)
      }
      let isUnknown = broken.allSatisfy { $0.verdict == .inconclusive }
      if isUnknown != (best?.isUnknown ?? false) ? isUnknown : broken.count < best?.broken ?? .max {
        best = NearestWay(
          title: way.title, broken: broken.count, first: broken.first,
          finding: broken.first?.finding, isUnknown: isUnknown)
      }
    }
    return check(alternatives, nearest: best)
  }

  /// A way that the client nearly took.
  private struct NearestWay {
    var title: String
    /// The number of its checks that are broken.
    var broken: Int
    /// The first of them.
    var first: Check?
    var finding: Finding?
    /// It is not known whether they are broken.
    var isUnknown: Bool
  }

  /// The check of ways of which none was taken.
  private func check(_ alternatives: AlternativesCheck, nearest best: NearestWay?) -> Check {
    let ways = alternatives.ways.map(\.title).joined(separator: "; or ")
    let isUnknown = best?.isUnknown ?? false
    let level = alternatives.descriptor.level
    // Credentials with a known mistake break the rule of the mistake, not that of the ways. If none
    // may be sent, their mistakes do not matter.
    let diagnosis =
      best?.finding?.deviation == .unexpectedCredentials
        || best?.first?.descriptor.kind.isProhibition ?? false
      ? nil : best?.finding?.exchange.flatMap(evidence.diagnosis)
    let known =
      diagnosis == nil ? nil : best?.finding?.exchange.flatMap(evidence.rule(ofMistakeIn:))
    let rule =
      known?.limited(to: level)
      ?? best?.first.map { first in
        let claimsLess = first.level != first.descriptor.level
        return BrokenRule(
          first.requirements.first, claimsLess ? .robust : level, isTopic: first.isAboutTopic)
      }
    var finding = Finding(
      expected: "one of: \(ways)",
      observed: best.map {
        "nearest to “\($0.title)”, but \($0.finding?.observed ?? "not quite")"
      }
        ?? "none of them",
      diagnosis: best?.finding?.diagnosis, exchange: best?.finding?.exchange,
      rule: rule)
    finding.mistake = known == nil ? best?.finding?.mistake : diagnosis?.mistake
    finding.deviation = best?.finding?.deviation
    finding.nearest = best?.first?.descriptor.kind
    return Check(
      alternatives.descriptor,
      isUnknown ? .inconclusive : Verdict(breaking: known == nil ? level : rule?.level ?? level),
      finding)
  }
}
