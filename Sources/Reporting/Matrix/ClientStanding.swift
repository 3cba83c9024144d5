// SPDX-License-Identifier: Apache-2.0

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
    case leak
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

  /// A client has few concluded cases if fewer than one in this many are concluded.
  static let fewestOneOf = 5

  /// The group of the client. A leak counts however few cases were concluded.
  var group: Group {
    switch causes.first?.cause.kind {
    case .leak: .leak
    case .callerLeak: .callerLeak
    default: hasFew ? .few : .noLeak
    }
  }

  init(_ matrix: ClientMatrix, client: Int) {
    self.client = client
    counts = matrix.counts(client: client)
    hasFew =
      counts.concluded * ClientStanding.fewestOneOf < matrix.caseCount
      || counts.concluded == 0
    var cases: [MatrixCause: Int] = [:]
    for row in matrix.rows {
      for outcome in row.outcomes[client] {
        guard let outcome, outcome.verdict.isBad else { continue }
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
  var rate: String {
    if concluded == 0 { return "–" }
    let tenths = (bad * 1000 + concluded / 2) / concluded
    // 0 % and 100 % are kept for results without any broken, or without any good case.
    let shown = bad == 0 ? 0 : bad == concluded ? 1000 : min(max(tenths, 1), 999)
    return "\(shown / 10).\(shown % 10) %"
  }

  /// Whether less is broken than of the other; of equal rates, more concluded cases count as less
  /// broken. `nil` if both are equal.
  fileprivate func isBroken(lessThan other: ClientMatrix.Counts) -> Bool? {
    let (left, right) = (bad * other.concluded, other.bad * concluded)
    if left != right { return left < right }
    return concluded == other.concluded ? nil : concluded > other.concluded
  }
}

extension ClientMatrix {
  /// All clients, by the rate of broken cases of those concluded, the lowest first; those with few
  /// concluded cases come last, so that a client does not lead because it was hardly tested.
  var standings: [ClientStanding] {
    clients.indices.map { ClientStanding(self, client: $0) }.sorted { left, right in
      if left.hasFew != right.hasFew { return right.hasFew }
      return left.counts.isBroken(lessThan: right.counts) ?? (left.client < right.client)
    }
  }
}
