// SPDX-License-Identifier: Apache-2.0

/// An alert of TLS (RFC 8446 6).
package struct TLSAlert: RawRepresentable, Hashable, Sendable {
  /// AlertDescription.
  package var rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The alert with this name in the RFC.
  package init?(name: String) {
    guard let number = TLSAlert.names.first(where: { $0.value == name })?.key else { return nil }
    rawValue = number
  }

  /// The name, such as `certificate_expired`, or the number if it has no name.
  package var name: String { TLSAlert.names[rawValue] ?? "alert \(rawValue)" }

  /// The regular end of the data, which is not an error.
  package static let closeNotify = TLSAlert(rawValue: 0)

  /// All names, sorted.
  package static var allNames: [String] { names.values.sorted() }

  private static let names: [UInt8: String] = [
    0: "close_notify", 10: "unexpected_message", 20: "bad_record_mac", 21: "decryption_failed",
    22: "record_overflow", 30: "decompression_failure", 40: "handshake_failure",
    41: "no_certificate", 42: "bad_certificate", 43: "unsupported_certificate",
    44: "certificate_revoked", 45: "certificate_expired", 46: "certificate_unknown",
    47: "illegal_parameter", 48: "unknown_ca", 49: "access_denied", 50: "decode_error",
    51: "decrypt_error", 60: "export_restriction", 70: "protocol_version",
    71: "insufficient_security", 80: "internal_error", 86: "inappropriate_fallback",
    90: "user_canceled", 100: "no_renegotiation", 109: "missing_extension",
    110: "unsupported_extension", 111: "certificate_unobtainable", 112: "unrecognized_name",
    113: "bad_certificate_status_response", 114: "bad_certificate_hash_value",
    115: "unknown_psk_identity", 116: "certificate_required", 120: "no_application_protocol",
  ]
}
