// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension StepJudge {
  /// Checks how often a login occurs in the client's files.
  ///
  /// If no login occurs there in any step, the client stores none, or in a form that cannot be
  /// read: then there is nothing to count.
  func check(_ stored: StoredCheck) -> Check {
    let account = stored.expectation.account
    let count = stored.expectation.count
    let known = evidence.expectations.secrets.logins + [account]
    let isReadable = evidence.play.steps.lazy.flatMap(\.stored).contains { file in
      known.contains { file.count(of: $0) > 0 }
    }
    guard isReadable else {
      return Check(
        stored.descriptor, .inconclusive, expected: "a file with a login that can be read",
        observed: "there is none")
    }
    let seen = outcome.stored.reduce(0) { $0 + $1.count(of: account) }
    guard !count.contains(seen) else { return Check(stored.descriptor, .pass) }
    return broken(
      stored.descriptor,
      Finding(
        expected: "the login of \(account.name) \(count.often) in the files of the client",
        observed: seen.often), .stored)
  }
}

extension StoredFile {
  /// The least octets of a secret that is searched for: shorter ones occur by chance.
  private static let shortestSecret = 4

  /// The number of times that a login's password or token occurs in the file: as it is,
  /// percent-encoded or in base64.
  func count(of login: Account) -> Int {
    let secret = login.token ?? login.password
    guard secret.count >= StoredFile.shortestSecret else { return 0 }
    let pair = Octets(login.user.array + [UInt8(ascii: ":")] + login.password.array)
    let forms = [secret, secret.base64] + (login.token == nil ? [pair.base64] : [])
    let decoded = content.decodedWherePercentEncoded
    return forms.map { max(content.count(of: $0), decoded?.count(of: $0) ?? 0) }.max() ?? 0
  }
}

extension Octets {
  /// The number of times that `other` occurs in the octets, without overlaps.
  fileprivate func count(of other: Octets) -> Int {
    var count = 0
    var rest = bytes[...]
    while rest.count >= other.count {
      let isHere = rest.starts(with: other.bytes)
      if isHere { count += 1 }
      rest = rest.dropFirst(isHere ? other.count : 1)
    }
    return count
  }
}
