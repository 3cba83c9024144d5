// SPDX-License-Identifier: Apache-2.0

import Clients
@testable import Judging
@testable import Platform
@testable import Playing
import ReferenceClient
@testable import Transcripts
import TestThreads
import Testing

/// Abilities that a client has each by itself and not at once.
@Suite(.onOwnThreads) struct CombinationTests {
  private static func missing(
    of abilities: Set<String>, _ make: @escaping @Sendable (EventLoop) -> any ClientUnderTest
  ) throws -> [[String]] {
    let probe = try #require(CapabilityProbe(options: RunOptions()))
    return probe.missingCombinations(
      of: abilities, interruption: Interruption(), makeClient: make
    ).map(\.abilities)
  }

  @Test("A client that does not answer at all has no combination of what it can do")
  func noAnswer() throws {
    let missing = try Self.missing(of: ["digest-sess", "digest-sha-256", "proxy", "ask"]) {
      PennilessClient(loop: $0)
    }
    #expect(missing == [["ask", "proxy"], ["digest-sess", "digest-sha-256"]])
  }

  @Test("A combination of which a client has only a part is not tried")
  func parts() throws {
    let missing = try Self.missing(of: ["digest-sess", "proxy"]) { PennilessClient(loop: $0) }
    #expect(missing == [])
  }

  @Test("A client that claims TLS has both versions, until a plain case shows otherwise")
  func versionsOfTLS() throws {
    for (variant, other) in [(Variant.Name.tls12Alone, "tls-1.3"), (.tls13Alone, "tls-1.2")] {
      let missing = try Self.missing(of: ["tls"]) { ReferenceClient(loop: $0, variants: [variant]) }
      #expect(missing == [["tls", other]])
    }
    #expect(try Self.missing(of: ["tls"]) { ReferenceClient(loop: $0) } == [])
  }

  /// Older versions of libcurl answer SHA-512-256 with a hash of SHA-256: that is an answer.
  @Test("A client that answers, rightly or wrongly, lacks no combination")
  func answers() throws {
    let abilities = LibcurlClient(loop: EventLoop()).identity.abilities
    #expect(abilities.isSuperset(of: ["digest-sess", "digest-sha-512-256"]))
    #expect(try Self.missing(of: abilities) { LibcurlClient(loop: $0) } == [])
  }
}
