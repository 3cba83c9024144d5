// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The plans of the cases of a run, in its order.
///
/// Plans take more memory than their cases: those of the whole catalogue some 64 MB. A run needs
/// each only while its case is played, so it makes them one by one. Whoever plays all cases many
/// times gives plans that were made before.
package struct CasePlans: Sendable {
  private enum Source: Sendable {
    case made([CasePlan])
    case unmade([Case], CasePlanning)
  }

  private let source: Source

  /// Plans that were made before.
  package init(_ plans: [CasePlan]) { source = .made(plans) }

  /// Plans that are made whenever they are asked for.
  package init(of cases: [Case], _ planning: CasePlanning = CasePlanning()) {
    source = .unmade(cases, planning)
  }

  /// `true` if a case needs a realm of Kerberos.
  package var useKerberos: Bool {
    switch source {
    case .made(let plans): plans.contains(where: \.usesKerberos)
    case .unmade(let cases, _): cases.contains(where: \.usesKerberos)
    }
  }

  /// The replies that a back end cannot play, with the file of each.
  package var problems: [(file: String, problem: PlanProblem)] {
    var problems: [(file: String, problem: PlanProblem)] = []
    for index in indices where mayHaveProblems(at: index) {
      let plan = self[index]
      for problem in plan.problems { problems.append((plan.played.scenario.file, problem)) }
    }
    return problems
  }

  /// `false` only if the plan has no problems.
  private func mayHaveProblems(at index: Int) -> Bool {
    switch source {
    case .made: true
    case .unmade(let cases, let planning): planning.mayHaveProblems(cases[index])
    }
  }
}

extension CasePlans: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int {
    switch source {
    case .made(let plans): plans.count
    case .unmade(let cases, _): cases.count
    }
  }
  package subscript(index: Int) -> CasePlan {
    switch source {
    case .made(let plans): plans[index]
    case .unmade(let cases, let planning): planning.plan(cases[index])
    }
  }
}

/// What the plans of a run have in common.
package struct CasePlanning: Sendable {
  /// The back end of all servers; `nil` for the choice of each case.
  package var backEnd: BackEnd?
  /// The servers that speak TLS; `nil` for those of each case.
  package var tls: TLSReach?
  /// How origin servers begin to speak HTTP/2; `nil` for the versions of each case.
  package var http2: HTTP2Start?

  package init(on backEnd: BackEnd? = nil, over tls: TLSReach? = nil, http2: HTTP2Start? = nil) {
    self.backEnd = backEnd
    self.tls = tls
    self.http2 = http2
  }

  /// Plans a case; one that would be another case with this planning is skipped.
  package func plan(_ played: Case) -> CasePlan {
    if let http2 { return CasePlan(played, overHTTP2: http2, backEnd: backEnd) }
    guard let tls else { return CasePlan(played, backEnd: backEnd) }
    do throws(TLSObstacle) {
      return CasePlan(try played.overTLS(tls), backEnd: backEnd)
    } catch {
      return CasePlan(played, backEnd: backEnd, skipReason: error.sentence)
    }
  }

  /// `false` only if the plan of a case has no problems: the wire server plays every reply, and it
  /// is chosen where another back end cannot play one. Cases for which HTTP/2 is an obstacle are
  /// skipped before they could have a problem.
  func mayHaveProblems(_ played: Case) -> Bool {
    backEnd == .microhttpd
      || played.servers.contains { $0.backEnd == .microhttpd || $0.speaksHTTP2 }
  }
}
