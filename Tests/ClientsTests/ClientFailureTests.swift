// SPDX-License-Identifier: Apache-2.0

import Testing
import Transcripts

@Suite("The message of a client's failure")
struct ClientFailureTests {
  @Test("A message of up to 16 KB is kept, and a longer one is cut between characters")
  func cut() {
    let short = String(repeating: "x", count: 16_384)
    #expect(ClientFailure(kind: .other, message: short).message == short)
    for length in 5_460...5_470 {
      let kept = ClientFailure(kind: .other, message: String(repeating: "€", count: length)).message
      guard length > 5_461 else {
        #expect(kept.count == length)
        continue
      }
      #expect(kept.utf8.count <= 16_384)
      #expect(kept.hasSuffix("€\n… cut at 16384 octets"))
      #expect(!kept.unicodeScalars.contains("\u{FFFD}"))
    }
  }
}
