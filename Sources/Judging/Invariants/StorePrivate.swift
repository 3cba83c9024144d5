// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

extension Invariants {
  /// A file with a login, in any form, is readable only by its user.
  static let storePrivate = Invariant(
    .storePrivate, "A file in which logins are kept is readable by its user only",
    requirements: ["R418"]
  ) { evidence in
    guard evidence.play.steps.contains(where: { !$0.stored.isEmpty }) else { return .noSubject }
    let logins = evidence.expectations.secrets.logins
    var result = Invariant.Outcome.noSubject
    for file in evidence.play.steps.lazy.flatMap(\.stored) {
      guard logins.contains(where: { file.count(of: $0) > 0 }) else { continue }
      guard file.mode & 0o077 == 0 else {
        return .broken(
          expected: "a mode that lets nobody else read “\(file.name)”",
          observed: "the mode \(String(file.mode, radix: 8))")
      }
      result = .held
    }
    return result
  }
}
