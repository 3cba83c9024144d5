// SPDX-License-Identifier: Apache-2.0

/// The binding of a login to its TLS channel (MS-NLMP 2.2.2.1, RFC 5929 4).
package enum NTLMChannelBinding {
  /// The value of MsvAvChannelBindings for the hash of a server's certificate (RFC 5929 4): MD5
  /// over a gss_channel_bindings_struct without addresses, whose application data are the type of
  /// the binding, a colon, and the hash (RFC 2744 3.11).
  package static func serverEndPoint(hash: [UInt8]) -> [UInt8] {
    let application = Array("tls-server-end-point:".utf8) + hash
    return LegacyCryptography.md5(
      [UInt8](repeating: 0, count: 16) + NTLMWriter.little(UInt32(application.count))
        + application)
  }
}
