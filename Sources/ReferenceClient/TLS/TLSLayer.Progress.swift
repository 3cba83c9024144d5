// SPDX-License-Identifier: Apache-2.0

extension TLSLayer {
  /// The state of the handshake.
  enum Progress {
    case needsMore
    case completed
    case failed(TLSFailure)
  }

  /// The result of reading.
  enum Reception {
    case octets([UInt8])
    case none
    /// The server has sent close_notify (RFC 8446 6.1).
    case end
    case failed(TLSFailure)
  }
}
