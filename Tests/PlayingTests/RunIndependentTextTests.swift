// SPDX-License-Identifier: Apache-2.0

import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

@Suite("Texts that do not change from run to run")
struct RunIndependentTextTests {
  private static let recording: Recording = {
    var recording = Recording()
    for (name, host, port) in [("origin", "127.0.0.1", 4012), ("other", "127.0.0.2", 51135)] {
      recording.servers.append(
        Recording.Server(
          configuration: ServerConfiguration(name: name, kind: .origin, host: 1, backEnd: .wire),
          address: host, port: UInt16(port)))
    }
    return recording
  }()

  @Test(
    "What changes gives way",
    arguments: [
      ("Location: http://127.0.0.2:51135/there", "Location: http://other/there"),
      ("host='127.0.0.1', port=4012)", "host='127.0.0.1', port=port of origin)"),
      ("<object at 0x7f3a2b1c9d10>", "<object at 0x…>"),
      (#"cnonce="MDEyMzQ1Njc4", nc=00000001"#, #"cnonce="…", nc=00000001"#),
      ("cnonce=\"MDEyMzQ1Njc4… (60 octets)", "cnonce=\"… (60 octets)"),
      ("cnonce “0123456789” a second time", "cnonce “…” a second time"),
      (#"response="6629fae49393a05397450978507c4ef1""#, #"response="…""#),
      ("Basic MTI3LjAuMC4yOjUxMTM1", "Basic (base64 of other)"),
    ])
  func settled(_ text: String, _ wanted: String) {
    #expect(RunIndependentText(RunIndependentTextTests.recording).text(text) == wanted)
  }

  @Test(
    "What does not change stays",
    arguments: [
      "http://127.0.0.2:511350/", "port 40120", "x4012", "0x1F", "nc=00000001, cnonce=\"short\"",
      "a response to the request", "Basic YWxpY2U6b3Blbi1zZXNhbWU=", "Basic realm=\"vault\"", "",
      "naïve “q” – …", "cnonce", "cnonce=", "nextcnonce=\"0123456789\"",
    ])
  func kept(_ text: String) {
    #expect(RunIndependentText(RunIndependentTextTests.recording).text(text) == text)
  }
}
