// SPDX-License-Identifier: Apache-2.0

/// Why a stream or a connection of HTTP/2 ends (RFC 9113 7).
package enum HTTP2ErrorCode: UInt32, Hashable, Sendable, CaseIterable {
  case noError, protocolError, internalError, flowControlError, settingsTimeout, streamClosed
  case frameSizeError, refusedStream, cancel, compressionError, connectError, enhanceYourCalm
  case inadequateSecurity, http11Required

  /// Its name in the RFC.
  package var name: String {
    switch self {
    case .noError: "NO_ERROR"
    case .protocolError: "PROTOCOL_ERROR"
    case .internalError: "INTERNAL_ERROR"
    case .flowControlError: "FLOW_CONTROL_ERROR"
    case .settingsTimeout: "SETTINGS_TIMEOUT"
    case .streamClosed: "STREAM_CLOSED"
    case .frameSizeError: "FRAME_SIZE_ERROR"
    case .refusedStream: "REFUSED_STREAM"
    case .cancel: "CANCEL"
    case .compressionError: "COMPRESSION_ERROR"
    case .connectError: "CONNECT_ERROR"
    case .enhanceYourCalm: "ENHANCE_YOUR_CALM"
    case .inadequateSecurity: "INADEQUATE_SECURITY"
    case .http11Required: "HTTP_1_1_REQUIRED"
    }
  }

  /// The code of that name.
  package init?(name: String) {
    guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = code
  }
}

/// The end of a request that is not processed, in place of a response.
package struct StreamEnd: Hashable, Sendable {
  /// The frame that says so; the value is its word in scenarios.
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

  /// The server guarantees that it has not processed the request (RFC 9113 8.7).
  package var isUnprocessed: Bool { frame == .goAway || code == .refusedStream }

  /// `RST_STREAM with HTTP_1_1_REQUIRED`
  package var words: String {
    switch frame {
    case .reset: "RST_STREAM with \(code.name)"
    case .goAway: "GOAWAY with \(code.name)"
    }
  }
}
