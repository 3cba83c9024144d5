// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
@testable import Servers
import TestThreads
import Testing
@testable import Transcripts

@Suite(.onOwnThreads) struct WireWebSocketTests {
  private let head = ResponseHead(status: 101, fields: FieldSection([("Upgrade", "websocket")]))
  private let opened = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"
  private let close: [UInt8] = [0x88, 0x02, 0x03, 0xe8]
  private let clientsClose: [UInt8] = [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]

  private func stand(
    _ acts: [Reply.WebSocket.Act], afterwards: ConnectionFate = .keep
  ) throws -> Stand {
    let reply = Reply(
      content: .webSocket(Reply.WebSocket(head: head, acts: acts)), afterwards: afterwards)
    return try Stand(.wire) { _ in reply }
  }

  @Test func aCloseIsSentAndAwaited() throws {
    let stand = try stand([.send("x")])
    let client = stand.client()
    client.send(get)
    let expected = Array(opened.utf8) + Array("x".utf8) + close
    client.wait { client.received.count >= expected.count }
    #expect(client.received == expected)
    #expect(!client.isEnded)
    client.send(clientsClose)
    #expect(client.wait { client.isEnded })
    #expect(stand.recording.webSockets[0] == WebSocketInput(octets: Octets(clientsClose)))
    #expect(stand.recording.exchanges[0].replied != nil)
  }

  @Test func aServerWaitsForAMessage() throws {
    let stand = try stand([.await(.message), .send("y")])
    let client = stand.client()
    client.send(get)
    client.wait { client.received.count >= opened.utf8.count }
    stand.turn(for: 30)
    #expect(client.received == Array(opened.utf8))
    client.send([0x81, 0x80, 0, 0, 0, 0])
    client.wait { client.received.count > opened.utf8.count }
    #expect(client.received.dropFirst(opened.utf8.count).first == UInt8(ascii: "y"))
  }

  @Test func aServerDoesNotWaitForever() throws {
    let stand = try stand([.await(.pong)])
    let client = stand.client()
    client.send(get)
    #expect(client.wait { client.isEnded })
    #expect(client.received.suffix(4) == close[...])
  }

  @Test func octetsBeforeTheAnswerAreEarly() throws {
    let stand = try stand([])
    let client = stand.client()
    client.send(Array(get.utf8) + [0x81, 0x80, 1, 2, 3, 4])
    client.wait { client.received.count > opened.utf8.count }
    #expect(stand.recording.webSockets[0]?.early == 6)
  }

  @Test(arguments: [ConnectionFate.close, .reset])
  func theConnectionMayEndInAnotherWay(_ fate: ConnectionFate) throws {
    let stand = try stand([], afterwards: fate)
    let client = stand.client()
    client.send(get)
    client.wait { client.isEnded || client.isReset }
    #expect(fate == .reset ? client.isReset : client.received == Array(opened.utf8))
  }

  /// No octets of a client crash a server, and their number has a limit.
  @Test func anyOctetsAreTaken() throws {
    var random = SystemRandomNumberGenerator()
    for round in 0..<200 {
      let stand = try stand([.await(.message), .await(.pong), .close(code: nil)])
      let client = stand.client()
      let count = Int(random.next() % 64)
      var octets = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      if round.isMultiple(of: 2), octets.count > 2 {
        octets[1] |= 0x7e
      }
      client.send(Array(get.utf8) + octets)
      client.endSending()
      client.wait { client.isEnded || client.isReset }
      #expect(stand.recording.webSockets[0]?.octets == Octets(octets), "\(octets)")
    }
  }

  @Test func tooManyFramesEndTheConnection() throws {
    let stand = try stand([.await(.message)])
    let client = stand.client()
    client.send(get)
    let ping: [UInt8] = [0x89, 0x80, 0, 0, 0, 0]
    client.send(Array(repeatElement(ping, count: WebSocketInput.mostFrames + 1).joined()))
    client.wait { client.isEnded || client.isReset }
    #expect(stand.recording.webSockets[0]?.frames.count == WebSocketInput.mostFrames)
    #expect(
      stand.recording.oddities.map(\.complaint) == [
        "The client sent more than 10000 frames on a websocket."
      ])
  }

  @Test func tooManyOctetsEndTheConnection() throws {
    let stand = try stand([.await(.message)])
    let client = stand.client()
    client.send(get)
    let frame: [UInt8] =
      [0x02, 0xfe, 0xff, 0x00, 0, 0, 0, 0] + [UInt8](repeating: 1, count: 0xff00)
    for _ in 0..<20 { client.send(frame) }
    client.wait { client.isEnded || client.isReset }
    #expect(
      stand.recording.webSockets[0].map { $0.octets.count <= WebSocketInput.mostOctets } ?? false)
    #expect(stand.recording.oddities.contains { $0.complaint.contains("websocket") })
  }
}
