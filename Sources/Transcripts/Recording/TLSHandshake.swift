// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// What a server saw of TLS on one connection.
///
/// Copies share the parts until one of them is changed, as those of a reply do.
@dynamicMemberLookup @usableFromInline
package struct TLSHandshake: Hashable, Sendable {
  /// How the handshake ended.
  package enum End: String, Hashable, Sendable, CaseIterable {
    /// Both sides have finished it.
    case completed
    /// The client closed the connection or sent an alert, or what it sent cannot be agreed on.
    case failed
    /// The server ended it, as its scenario says.
    case byServer = "by-server"
    /// Neither side had ended it when the case was over.
    case unfinished
    /// What the client sent is no TLS.
    case clear
  }

  /// What is known of it.
  @usableFromInline package struct Parts: Hashable, Sendable {
    /// The step of the scenario in which it began.
    package var step: Int
    /// The name of the certificate that the server showed, or would have.
    package var certificate: String
    /// The hash of that certificate, to which a login can be bound (RFC 5929 4.1); empty until it is
    /// known.
    package var endPoint = Octets()
    /// How it ended; `.unfinished` while it goes on.
    package var end = End.unfinished
    /// `1.3`, once that is agreed on.
    package var version: String?
    /// `TLS_AES_256_GCM_SHA384`, once that is agreed on.
    package var cipher: String?
    /// The host that the client named (RFC 6066 3).
    package var serverName: String?
    /// The protocol that was agreed on (RFC 7301).
    package var `protocol`: String?
    /// It resumed an earlier session: the server has shown no certificate (RFC 8446 2.2).
    package var isResumed = false
    /// The certificates that the client showed, its own first: their names in the scenario where it
    /// gives them to clients, else their subjects. Those of a resumed session are those of its first
    /// handshake.
    package var clientCertificates: [String] = []
    /// The last alert that the client sent, `close_notify` aside.
    package var alert: TLSAlert?
    /// The client has sent `close_notify`.
    package var hasCloseNotify = false
    /// The client has closed the connection, and has sent no alert before.
    package var lacksClosure = false
    /// The library's word for why it failed.
    package var failure: String?
  }

  @usableFromInline package private(set) var parts: CopyOnWrite<Parts>

  package init(step: Int, certificate: String) {
    parts = CopyOnWrite(Parts(step: step, certificate: certificate))
  }

  /// A part that can be changed.
  @inlinable
  package subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[dynamicMember: path] }
    set { parts[dynamicMember: path] = newValue }
  }

  /// A part that follows from others.
  @inlinable
  package subscript<Part>(dynamicMember path: KeyPath<Parts, Part>) -> Part {
    parts[dynamicMember: path]
  }
}

extension TLSHandshake.Parts {
  /// What is known of it, in words: `TLS 1.3, TLS_AES_256_GCM_SHA384, server name one.test`.
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
    case .failed: words.append("handshake failed\(failure.map { " (\($0))" } ?? "")")
    case .byServer: words.append("handshake ended by the server")
    case .unfinished: words.append("handshake not finished")
    case .clear: words.append("no TLS")
    }
    if let alert { words.append("alert \(alert.name) from the client") }
    return words.joined(separator: ", ")
  }
}
