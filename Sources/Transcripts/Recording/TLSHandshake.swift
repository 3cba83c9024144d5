// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// The TLS of one connection, as its server saw it.
///
/// Copies share the parts until one of them is changed.
@dynamicMemberLookup @usableFromInline
package struct TLSHandshake: Hashable, Sendable {
  /// How the handshake ended.
  package enum End: String, Hashable, Sendable, CaseIterable {
    /// Both sides have finished it.
    case completed
    /// The client closed the connection or sent an alert, or the negotiation failed.
    case failed
    /// The server ended it, as its scenario says.
    case byServer = "by-server"
    /// Neither side had ended it when the case was over.
    case unfinished
    /// The client sent octets that are not TLS.
    case clear
  }

  @usableFromInline package struct Parts: Hashable, Sendable {
    /// The step of the scenario in which it began.
    package var step: Int
    /// The name of the certificate that the server showed, or would have shown.
    package var certificate: String
    /// The hash of that certificate, for channel binding (RFC 5929 4.1); empty until it is known.
    package var endPoint = Octets()
    package var end = End.unfinished
    /// The negotiated version: `1.3`.
    package var version: String?
    /// The negotiated cipher suite: `TLS_AES_256_GCM_SHA384`.
    package var cipher: String?
    /// The host in the client's server_name (RFC 6066 3).
    package var serverName: String?
    /// The negotiated application protocol (RFC 7301).
    package var `protocol`: String?
    /// `true` if it resumed an earlier session, without a certificate of the server (RFC 8446 2.2).
    package var isResumed = false
    /// The certificates that the client showed, its own first: their names in the scenario if it
    /// gives them to clients, otherwise their subjects. A resumed session has those of its first
    /// handshake.
    package var clientCertificates: [String] = []
    /// The last alert of the client other than `close_notify`.
    package var alert: TLSAlert?
    /// `true` if the client sent `close_notify`.
    package var hasCloseNotify = false
    /// `true` if the client closed the connection without an alert.
    package var lacksClosure = false
    /// `true` if the client offered none of the versions that the server speaks. Not known if the
    /// server speaks both TLS 1.2 and 1.3.
    package var hasNoCommonVersion = false
    /// The library's name of the failure.
    package var failure: String?
  }

  @usableFromInline package private(set) var parts: CopyOnWrite<Parts>

  package init(step: Int, certificate: String) {
    parts = CopyOnWrite(Parts(step: step, certificate: certificate))
  }

  @inlinable
  package subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[dynamicMember: path] }
    set { parts[dynamicMember: path] = newValue }
  }

  /// A computed part.
  @inlinable
  package subscript<Part>(dynamicMember path: KeyPath<Parts, Part>) -> Part {
    parts[dynamicMember: path]
  }
}

extension TLSHandshake.Parts {
  /// A description: `TLS 1.3, TLS_AES_256_GCM_SHA384, server name one.test`.
  package var words: String {
    var words: [String] = []
    if let version { words.append("TLS \(version)") }
    if let cipher { words.append(cipher) }
    if let serverName { words.append("server name \(serverName)") }
    if let selected = `protocol` { words.append("protocol \(selected)") }
    if isResumed { words.append("resumed session") }
    if lacksClosure { words.append("closed without close_notify") }
    if !clientCertificates.isEmpty {
      words.append("client certificate \(clientCertificates.joined(separator: " < "))")
    }
    switch end {
    case .completed: if let failure { words.append("then \(failure)") }
    case .failed where hasNoCommonVersion: words.append("no version in common")
    case .failed: words.append("handshake failed\(failure.map { " (\($0))" } ?? "")")
    case .byServer: words.append("handshake ended by the server")
    case .unfinished: words.append("handshake not finished")
    case .clear: words.append("no TLS")
    }
    if let alert { words.append("alert \(alert.name) from the client") }
    return words.joined(separator: ", ")
  }
}
