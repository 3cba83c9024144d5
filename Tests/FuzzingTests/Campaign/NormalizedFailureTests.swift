// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
@testable import Fuzzing
import TestThreads
import Testing

@Suite("The sentence of a finding", .onOwnThreads)
struct NormalizedFailureTests {
  @Test(
    "does not depend on ports and cnonces",
    arguments: [
      (
        ":proxy\nProxy-Authenticate: Digest realm=a,nonce=\"\",,algorithm=a\n",
        "GET http://origin/vault with Digest credentials"
      ),
      ("WWW-Authenticate: Digest realm=\u{1D},nonce=a,qop=auth\n", "cnonce=\"…\""),
    ])
  func normalized(input: String, words: String) throws {
    let input = FuzzInput(text: Octets(input))
    let sentences = try (0..<2).map { _ in
      let target = ClientTarget(timeout: 10_000) { LibcurlClient(loop: $0) }
      defer { target.stop() }
      let seen = try #require(target.observe(input, lookingFor: nil).failures.first)
      return target.observe(input, lookingFor: seen.signature).failures.map(\.sentence).joined()
    }
    #expect(sentences[0].contains(words))
    #expect(sentences[0] == sentences[1])
  }
}
