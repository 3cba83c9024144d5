// SPDX-License-Identifier: Apache-2.0

/// The opening handshake of a websocket (RFC 6455 4).
package enum WebSocketHandshake {
  /// `true` if a request asks for a websocket: "The request MUST contain an |Upgrade| header field
  /// whose value MUST include the "websocket" keyword." (RFC 6455 4.1)
  package static func isAsked(by head: RequestHead) -> Bool {
    head.fields.has("Upgrade")
      && lists("websocket", in: head.fields.values(of: "Upgrade" as StaticString))
  }

  /// `true` if `word`, in any case, is one of the comma-separated elements of field values.
  package static func lists(_ word: Octets, in values: [Octets]) -> Bool {
    values.contains { $0.listElements.contains { $0.equalsIgnoringCase(word) } }
  }

  /// "the value of the header field in the client's handshake […] concatenated with the string
  /// "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", taking the SHA-1 hash of this concatenated value […],
  /// base64-encoded" (RFC 6455 4.2.2 5.4)
  package static func accept(for key: Octets) -> Octets {
    Octets(Octets(key.array + Array("258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)).sha1Digest).base64
  }
}
