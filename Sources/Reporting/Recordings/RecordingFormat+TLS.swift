// SPDX-License-Identifier: Apache-2.0

import JSON
import Scenarios
import Transcripts

extension RecordingFormat {
  static func value(_ handshake: TLSHandshake) -> JSONValue {
    .members([
      "step": .integer(handshake.step), "certificate": .string(handshake.certificate),
      "end": .string(handshake.end.rawValue), "version": handshake.version.map { .string($0) },
      "cipher": handshake.cipher.map { .string($0) },
      "serverName": handshake.serverName.map { .string($0) },
      "protocol": handshake.protocol.map { .string($0) },
      "clientCertificates": handshake.clientCertificates.isEmpty
        ? nil : .strings(handshake.clientCertificates),
      "alert": handshake.alert.map { .integer(Int64($0.rawValue)) },
      "closeNotify": handshake.hasCloseNotify ? .bool(true) : nil,
      "failure": handshake.failure.map { .string($0) },
    ])
  }

  static func handshake(_ value: JSONValue) throws(Mistake) -> TLSHandshake {
    var handshake = TLSHandshake(
      step: try value.count("step"), certificate: try value.string("certificate"))
    handshake.end = try value.word("end", TLSHandshake.End.self)
    handshake.version = value.optionalString("version")
    handshake.cipher = value.optionalString("cipher")
    handshake.serverName = value.optionalString("serverName")
    handshake.protocol = value.optionalString("protocol")
    if value["clientCertificates"] != nil {
      handshake.clientCertificates = try value.list("clientCertificates") {
        name throws(Mistake) in
        guard case .string(let name) = name else { throw Mistake(member: "clientCertificates") }
        return name
      }
    }
    if let alert = try value.optionalCount("alert") {
      guard let number = UInt8(exactly: alert) else { throw Mistake(member: "alert") }
      handshake.alert = TLSAlert(rawValue: number)
    }
    handshake.hasCloseNotify = value.flag("closeNotify")
    handshake.failure = value.optionalString("failure")
    return handshake
  }
}
