import HTTPAuth
import Polling
import Testing

@testable import TestServers

/// What both back ends send, octet for octet, and record.
@Suite struct BothBackEndsTests {
  typealias BackEnd = ServerConfiguration.BackEnd

  @Test(arguments: BackEnd.allCases) func `a response is answered and recorded`(
    _ backEnd: BackEnd
  ) throws {
    let stand = try Stand(backEnd)
    let client = stand.client()
    #expect(client.exchange(get, for: ok) == ok)
    let recording = stand.recording
    #expect(recording.exchanges.count == 1)
    #expect(recording.connections.count == 1)
    #expect(recording.oddities == [])
    #expect(recording.faults == [])
    #expect(recording.exchanges.first?.request.method == "GET")
    #expect(recording.exchanges.first?.request.target == "/")
    #expect(recording.exchanges.first?.request.version == "HTTP/1.1")
    #expect(recording.exchanges.first?.reply == .text("ok"))
    #expect(recording.exchanges.first?.replied != nil)
  }
}
