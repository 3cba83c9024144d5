// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Decoder {
  /// Reports patterns of `never:` that compare parameters of Digest credentials in a case in which
  /// nobody asks for Digest: no request matches them, so they cannot fail.
  func checkDigestDetails(client: ClientSettings, steps: [Step], servers: [ServerDefinition]) {
    let details = steps.flatMap(\.expect.never).compactMap { never in
      never.pattern.nameOfDigestDetail.map { (name: $0, location: never.location) }
    }
    guard !details.isEmpty, !asksForDigest(client, steps, servers) else { return }
    for (name, location) in details {
      collector.report(
        SourceSpan(start: location, end: location.following),
        "\(name): is compared with Digest credentials only, and no server asks for Digest",
        hint: "no request can match it; leave it out, or offer a challenge of scheme: Digest")
    }
  }

  /// `true` if a server may send a challenge of Digest, or the caller writes the credentials.
  private func asksForDigest(
    _ client: ClientSettings, _ steps: [Step], _ servers: [ServerDefinition]
  ) -> Bool {
    let replies =
      servers.flatMap(\.rules).map(\.reply)
      + steps.flatMap { $0.rules.values.joined() }.map(\.reply)
    let headers =
      [client.headers] + steps.compactMap(\.client?.headers)
      + steps.flatMap(\.requests).map(\.headers)
    return headers.contains(where: Decoder.hasAuthorization)
      || replies.contains {
        $0.isRaw || $0.hasChallengeField || $0.challenges.contains(where: \.isDigest)
      }
  }
}

extension ExchangePattern {
  /// The first parameter of Digest credentials that has to be there.
  fileprivate var nameOfDigestDetail: String? {
    if nonceCount != nil { return "nc" }
    return digest.first { if case .absent = $0.value { false } else { true } }?.name.latin1
  }
}

extension SourceLocation {
  /// The location one character further on.
  fileprivate var following: SourceLocation { SourceLocation(line: line, column: column + 1) }
}
