// SPDX-License-Identifier: Apache-2.0

/// An error code of HTTP/2 (RFC 9113 7).
package enum HTTP2ErrorCode: UInt32, Hashable, Sendable, CaseIterable {
  case noError, protocolError, internalError, flowControlError, settingsTimeout, streamClosed
  case frameSizeError, refusedStream, cancel, compressionError, connectError, enhanceYourCalm
  case inadequateSecurity, http11Required

  /// Its name in the RFC.
  package var name: String { HTTP2ErrorCode.names[Int(rawValue)] }

  private static let names = [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
    "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
    "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
  ]

  /// The code of that name.
  package init?(name: String) {
    guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = code
  }
}

/// A frame that ends a request without a response.
package struct StreamEnd: Hashable, Sendable {
  /// The type of the frame. The raw value is its name in scenarios.
  package enum Frame: String, Hashable, Sendable, CaseIterable {
    /// RST_STREAM (RFC 9113 6.4).
    case reset = "stream-reset"
    /// GOAWAY, after which the connection takes no requests (RFC 9113 6.8).
    case goAway = "goaway"
  }

  package var frame: Frame
  package var code: HTTP2ErrorCode

  package init(_ frame: Frame, _ code: HTTP2ErrorCode) {
    self.frame = frame
    self.code = code
  }

  /// `true` if it guarantees that the server has not processed the request (RFC 9113 8.7).
  package var isUnprocessed: Bool { frame == .goAway || code == .refusedStream }

  /// A description: `RST_STREAM with HTTP_1_1_REQUIRED`.
  package var words: String {
    switch frame {
    case .reset: "RST_STREAM with \(code.name)"
    case .goAway: "GOAWAY with \(code.name)"
    }
  }
}
