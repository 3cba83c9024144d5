// SPDX-License-Identifier: Apache-2.0

/// The binding of a login to the channel that it is made on (MS-NLMP 2.2.2.1, RFC 5929 4).
package enum NTLMChannelBinding {
  /// The value of MsvAvChannelBindings: MD5 over a gss_channel_bindings_struct without addresses,
  /// whose application data are the type of the binding, a colon, and its data (RFC 2744 3.11).
  package static func value(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let application = Array(type.utf8) + [UInt8(ascii: ":")] + data
    return LegacyCryptography.md5(
      [UInt8](repeating: 0, count: 16) + NTLMWriter.little(UInt32(application.count))
        + application)
  }

  /// The value for the hash of a server's certificate (RFC 5929 4).
  package static func serverEndPoint(hash: [UInt8]) -> [UInt8] {
    value("tls-server-end-point", hash)
  }
}
