// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// Finds a client's unencrypted alert in the records of a handshake.
///
/// OpenSSL sends alerts of a TLS 1.3 handshake unencrypted, although RFC 8446 6 wants them
/// encrypted. GnuTLS treats them as damaged records.
///
///     struct { ContentType type; ProtocolVersion legacy_record_version; uint16 length; … }
struct PlainAlertReader {
  private static let alertType: UInt8 = 21

  private var head: [UInt8] = []
  private var left = 0
  private var body: [UInt8] = []
  /// The last unencrypted alert.
  private(set) var alert: TLSAlert?

  /// Reads the next octets of the client.
  mutating func read(_ octets: UnsafeRawBufferPointer) {
    var next = 0
    while next < octets.count {
      if left == 0 {
        unsafe head.append(octets[next])
        next += 1
        guard head.count == 5 else { continue }
        left = Int(head[3]) << 8 | Int(head[4])
        body = []
      } else {
        let count = min(left, octets.count - next)
        if head[0] == PlainAlertReader.alertType, left + body.count == 2 {
          unsafe body.append(contentsOf: octets[next..<next + count])
          if body.count == 2 { alert = TLSAlert(rawValue: body[1]) }
        }
        left -= count
        next += count
      }
      if left == 0 { head = [] }
    }
  }
}
