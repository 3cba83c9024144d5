// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios
internal import CGnuTLS

/// The versions of TLS that a ClientHello offers.
struct OfferedVersions {
  /// struct { ProtocolVersion legacy_version; … } ClientHello; (RFC 8446 4.1.2)
  private var legacy: UInt16 = 0
  /// ProtocolVersion versions<2..254>; of the extension supported_versions (RFC 8446 4.2.1); `nil`
  /// without it.
  private var listed: [UInt16]?

  private static let supportedVersions: UInt32 = 43

  /// Reads the body of a ClientHello.
  init(hello: UnsafePointer<gnutls_datum_t>) {
    let octets = unsafe hello.pointee.octets
    if octets.count >= 2 { legacy = UInt16(octets[0]) << 8 | UInt16(octets[1]) }
    _ = unsafe withUnsafeMutablePointer(to: &listed) { listed in
      unsafe gnutls_ext_raw_parse(
        listed,
        { listed, type, data, size in
          guard type == OfferedVersions.supportedVersions, let data = unsafe data,
            let listed = unsafe listed?.assumingMemoryBound(to: [UInt16]?.self)
          else { return 0 }
          let octets = unsafe UnsafeBufferPointer(start: data, count: Int(size)).dropFirst()
          unsafe listed.pointee = stride(
            from: octets.startIndex, to: octets.endIndex - 1, by: 2
          ).map { unsafe UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1]) }
          return 0
        }, hello, UInt32(GNUTLS_EXT_RAW_FLAG_TLS_CLIENT_HELLO))
    }
  }

  /// `true` if the client offers one of these versions.
  ///
  /// "If this extension is not present, servers […] MUST negotiate TLS 1.2 or prior" (RFC 8446
  /// 4.2.1).
  func includes(oneOf versions: [TLSVersion]) -> Bool {
    versions.contains { version in
      if let listed { return listed.contains(version.number) }
      return version.number <= min(legacy, TLSVersion.tls12.number)
    }
  }
}

extension TLSVersion {
  /// uint16 ProtocolVersion; (RFC 8446 4.1.2)
  fileprivate var number: UInt16 {
    switch self {
    case .tls11: 0x0302
    case .tls12: 0x0303
    case .tls13: 0x0304
    }
  }
}
