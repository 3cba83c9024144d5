// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts
internal import CGnuTLS
internal import LibC

/// The versions and algorithms that the client accepts, made once.
@safe final class TLSPriority: @unchecked Sendable {
  /// TLS 1.2 and 1.3 with an ephemeral key exchange.
  static let usual = TLSPriority("+VERS-TLS1.3:+VERS-TLS1.2")
  /// Versions that RFC 9325 3.1.1 forbids as well: a fault.
  static let withOld = TLSPriority("+VERS-TLS1.3:+VERS-TLS1.2:+VERS-TLS1.1:+VERS-TLS1.0")

  /// One version alone: variants.
  static let only12 = TLSPriority("+VERS-TLS1.2")
  static let only13 = TLSPriority("+VERS-TLS1.3")

  let handle: gnutls_priority_t

  /// Implementations "MUST NOT negotiate TLS version 1.1" (RFC 9325 3.1.1).
  static func offered(_ faults: FaultSet) -> TLSPriority? {
    if faults.takes(.tls12Alone) { return only12 }
    if faults.takes(.tls13Alone) { return only13 }
    return faults.has(.oldVersionsSpoken) ? withOld : usual
  }

  private init?(_ versions: String) {
    var made: gnutls_priority_t?
    let text = "NORMAL:-VERS-ALL:\(versions):-RSA:-DHE-RSA"
    guard unsafe gnutls_priority_init(&made, text, nil) == 0, let handle = unsafe made else {
      return nil
    }
    unsafe self.handle = unsafe handle
  }

  deinit { unsafe gnutls_priority_deinit(handle) }
}
