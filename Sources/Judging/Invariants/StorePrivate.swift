// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

extension Invariants {
  /// A file with a login is readable by its user only, in whatever form the login stands in it.
  static let storePrivate = Invariant(
    "store-private", "A file in which logins are kept is readable by its user only",
    requirements: ["R418"]
  ) { evidence in
    guard evidence.play.steps.contains(where: { !$0.stored.isEmpty }) else { return .noSubject }
    let logins = evidence.expectations.secrets.logins
    var result = Outcome.noSubject
    for file in evidence.play.steps.lazy.flatMap(\.stored) {
      guard logins.contains(where: { file.holds($0) }) else { continue }
      guard file.mode & 0o077 == 0 else {
        return .broken(
          expected: "a mode that lets nobody else read “\(file.name)”",
          observed: "the mode \(String(file.mode, radix: 8))")
      }
      result = .held
    }
    return result
  }

  private typealias Outcome = Invariant.Outcome
}

extension StoredFile {
  /// `true` if a login's password or token stands in the file: as it is, percent-encoded or in base64.
  func holds(_ login: Account) -> Bool {
    let pair = Octets(login.user.array + [UInt8(ascii: ":")] + login.password.array)
    let forms = [login.token, login.token == nil ? login.password : nil].compactMap(\.self)
      .filter { $0.count >= 4 }
    let decoded = content.decodedWherePercentEncoded
    return (forms + forms.map(\.base64) + [pair.base64]).contains { form in
      content.contains(form) || decoded?.contains(form) ?? false
    }
  }
}
