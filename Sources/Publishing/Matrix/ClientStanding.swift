// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios
import Transcripts

/// A client's overall result: how many of its cases are broken, and by which causes.
struct ClientStanding: Sendable {
  /// A cause and the number of its cases.
  struct Count: Sendable {
    var cause: MatrixCause
    var cases: Int
  }

  /// The groups of clients in the opening of the page, in order.
  enum Group: String, CaseIterable, Sendable {
    /// It leaks a login.
    case leak
    /// It leaks a login only in cases in which http and https have one port number.
    case onePort = "one-port"
    case callerLeak = "caller-leak"
    case noLeak = "no-leak"
    case few
  }

  /// The place of the client in the matrix.
  let client: Int
  /// All its cases.
  let counts: ClientMatrix.Counts
  /// Whether fewer than a fifth of all cases were concluded, so that a rate says little.
  let hasFew: Bool
  /// The gravest first, and of the same gravity the most frequent.
  let causes: [Count]
  /// The cases in which a login leaks.
  let leaks: LoginLeaks

  /// A client has few concluded cases if fewer than one in this many are concluded.
  static let fewestOneOf = 5

  /// The group of the client. A leak counts however few cases were concluded.
  var group: Group {
    if leaks.areCounted { return .leak }
    if leaks.needOnePort { return .onePort }
    if causes.contains(where: { $0.cause.kind == .callerLeak }) { return .callerLeak }
    return hasFew ? .few : .noLeak
  }

  init(_ matrix: ClientMatrix, client: Int) {
    self.client = client
    counts = matrix.counts(client: client)
    hasFew =
      counts.concluded * ClientStanding.fewestOneOf < matrix.caseCount
      || counts.concluded == 0
    var cases: [MatrixCause: Int] = [:]
    var leaks = LoginLeaks()
    for row in matrix.rows {
      for (outcome, hasOnePort) in zip(row.outcomes[client], row.hasOnePort) {
        guard let outcome, outcome.verdict.isBad else { continue }
        leaks.add(outcome, hasOnePort: hasOnePort)
        var causes = Set(
          outcome.findings.filter(\.verdict.isBad).map {
            MatrixCause($0, of: row.scenario)
          })
        if causes.isEmpty, let ending = MatrixCause(ending: outcome.verdict) {
          causes.insert(ending)
        }
        for cause in causes { cases[cause, default: 0] += 1 }
      }
    }
    self.leaks = leaks
    causes = cases.map { Count(cause: $0.key, cases: $0.value) }.sorted {
      ($0.cause.kind, -$0.cases, $0.cause.id) < ($1.cause.kind, -$1.cases, $1.cause.id)
    }
  }
}

extension ClientMatrix.Counts {
  /// Broken of concluded: `302/4,374`; a dash if nothing was concluded.
  var figure: String {
    concluded == 0 ? "–" : "\(Phrases.count(bad))/\(Phrases.count(concluded))"
  }

  /// The share of what was concluded that is broken, in percent: `6.9 %`.
  var rate: String { percent(bad) }

  /// The share of what was concluded whose gravest broken check is of a level: `0.3 %`.
  func rate(breaking level: Level) -> String { percent(self[broken: level]) }

  private func percent(_ number: Int) -> String {
    if concluded == 0 { return "–" }
    let tenths = (number * 1000 + concluded / 2) / concluded
    // 0 % and 100 % are kept for results without any such case, or without any other.
    let shown = number == 0 ? 0 : number == concluded ? 1000 : min(max(tenths, 1), 999)
    return "\(shown / 10).\(shown % 10) %"
  }

  /// Whether less of what was concluded breaks a MUST; of equal shares, whether less is broken of
  /// the next level, and then whether more was concluded. `nil` if all of these are equal.
  fileprivate func isBroken(lessThan other: ClientMatrix.Counts) -> Bool? {
    for level in Level.gravestFirst {
      let (left, right) = (
        self[broken: level] * other.concluded, other[broken: level] * concluded
      )
      if left != right { return left < right }
    }
    return concluded == other.concluded ? nil : concluded > other.concluded
  }
}

extension ClientMatrix {
  /// All clients, by the share of the concluded cases that break a MUST, the lowest first; those
  /// with few concluded cases come last, so that a client does not lead because it was hardly
  /// tested.
  var standings: [ClientStanding] {
    clients.indices.map { ClientStanding(self, client: $0) }.sorted { left, right in
      if left.hasFew != right.hasFew { return right.hasFew }
      return left.counts.isBroken(lessThan: right.counts) ?? (left.client < right.client)
    }
  }
}
