// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Transcripts
import TestThreads
import Testing

/// Reading what has come without a turn of the loop.
@Suite(.onOwnThreads) struct LibcurlLookTests {
  @Test func `what has come is read at once, and nothing where nothing is awaited`() {
    let play = Play()
    let server = ScriptedServer(play.loop) { _ in .status(200, body: "in") }
    defer { server.stop() }
    #expect(!play.client.look())
    #expect(play.client.open(ClientSession()) == nil)
    #expect(play.get(server.url).status == 200)
    #expect(!play.client.look())

    // There is a connection: the request goes out as it is started, and the server answers in some
    // turn.
    let number = play.start(ClientRequest(url: server.url))
    while server.requests.count < 2 {
      play.loop.turn(until: Instant.now.advanced(byMilliseconds: 20))
    }
    #expect(play.outcomes[number] == nil)
    #expect(play.client.look())
    #expect(play.outcomes[number]?.body == "in")
  }

  @Test func `looking too soon does no harm`() {
    let play = Play()
    let server = ScriptedServer(play.loop) { _ in .status(200, body: "in") }
    defer { server.stop() }
    #expect(play.client.open(ClientSession()) == nil)
    #expect(play.get(server.url).status == 200)
    let number = play.start(ClientRequest(url: server.url))
    for _ in 0..<3 { #expect(play.client.look()) }
    #expect(play.outcomes[number] == nil)
    #expect(play.wait(for: number).body == "in")
  }
}
