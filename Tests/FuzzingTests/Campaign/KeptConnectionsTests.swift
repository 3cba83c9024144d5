// SPDX-License-Identifier: Apache-2.0

import Playing
import Transcripts
import Clients
import HTTPAuth
import ReferenceClient
@testable import Fuzzing
import TestThreads
import Testing

/// Ordinary inputs are played one after the other on the same connections, nearly all over Unix
/// sockets.
@Suite("Inputs on connections that were used before", .onOwnThreads)
struct KeptConnectionsTests {
  private func target(keeps: Bool, overTCP: Bool) -> ClientTarget {
    let target = ClientTarget(timeout: 10_000) { LibcurlClient(loop: $0) }
    target.mayKeepConnections = keeps
    target.mayUseLocalSockets = !overTCP
    return target
  }

  @Test(
    "libcurl's reaction depends neither on them nor on Unix sockets instead of TCP")
  func alike() {
    let (kept, new) = (target(keeps: true, overTCP: false), target(keeps: false, overTCP: true))
    defer {
      kept.stop()
      new.stop()
    }
    let generator = InputGenerator(seed: 77, scope: .all)
    var index: UInt64 = 0
    var ordinary = 0
    while index < 4_000 {
      let inputs = (index..<(index + 8)).map { generator.input($0) }
      index += 8
      ordinary += inputs.count(where: \.leavesConnectionClean)
      for (input, (one, other)) in zip(inputs, zip(kept.observe(inputs), new.observe(inputs))) {
        #expect(one.behaviour == other.behaviour, "\(input.text)")
        #expect(one.failures.map(\.signature) == other.failures.map(\.signature), "\(input.text)")
      }
    }
    #expect(ordinary > 2_400)
  }

  @Test("A proxy's connection outlasts inputs without a proxy")
  func proxies() {
    let target = target(keeps: true, overTCP: false)
    defer { target.stop() }
    let plain = FuzzInput(text: "WWW-Authenticate: Basic realm=\"a\"\n")
    let proxied = FuzzInput(text: ":proxy\nProxy-Authenticate: Basic realm=\"a\"\n")
    func opened(_ input: FuzzInput) -> Int {
      // A connection that was open before is in the recording from time 0.
      target.play(input).transcript.recording.connections.count { $0.opened > 0 }
    }
    #expect([plain, proxied, plain, proxied].map(opened) == [1, 1, 0, 0])
  }

  @Test(
    "An input that can leave octets on a connection is not ordinary",
    arguments: [
      ("WWW-Authenticate: Basic realm=\"a\"\nX-A: b\n", true),
      (":close\nWWW-Authenticate: Basic\n", true), (":reset\nWWW-Authenticate: Basic\n", false),
      (":until-close\nWWW-Authenticate: Basic\n", true),
      (":pieces\nWWW-Authenticate: Basic\n", true),
      (":interim 103\nWWW-Authenticate: Basic\n", true),
      ("HTTP/1.0 401 x\nWWW-Authenticate: Basic\n", false),
      ("HTTP/1.1 204 x\n", false), ("Connection: close\n", false),
      ("WWW-Authenticate: Basic realm=${9000*a}\n", false),
      ("WWW-Authenticate: Basic\u{1}\n", true),
      ("WWW-Authenticate: Basic\0\n", false),
      ("WWW-Authenticate: Basic\n realm=a\n", true),
      ("WWW-Authenticate: Basic\rrealm=a\n", false),
    ])
  func ordinary(_ text: String, leavesConnectionClean: Bool) {
    #expect(FuzzInput(text: Octets(text)).leavesConnectionClean == leavesConnectionClean)
  }
}
