// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// What a scenario says of TLS, in words.
enum TLSProse {
  /// How a server speaks TLS, as the part of a sentence behind "It is".
  static func settings(_ tls: TLSSettings) -> String {
    var text =
      "speaking TLS \(Phrases.joined(tls.versions.map(\.rawValue), "or")) with "
      + certificate(tls.certificate)
    for (host, named) in tls.certificatesByName.sorted(by: { $0.key < $1.key }) {
      text += ", and to clients that name \(Visible.line(host)) with \(certificate(named))"
    }
    if tls.asksForCertificate { text += ", and asking for a certificate" }
    if tls.resumesSessions { text += ", and resuming sessions" }
    return text
  }

  /// `the certificate "old" that ended 24 hours ago`
  static func certificate(_ certificate: CertificateDefinition) -> String {
    guard certificate != .right else { return "a right certificate" }
    var words: [String] = []
    if let hosts = certificate.hosts {
      let names = hosts.map { host in
        switch host {
        case .name(let name): Visible.line(name)
        case .address(let address): address
        }
      }
      words.append("is for \(names.isEmpty ? "no host" : Phrases.joined(names))")
    }
    if certificate.namePlace == .common { words.append("has its name in the Common Name alone") }
    switch certificate.issuer {
    case .root: break
    case .intermediate: words.append("is signed by an intermediate authority")
    case .expiredIntermediate:
      words.append("is signed by an intermediate authority that has expired")
    case .excessIntermediate:
      words.append("is signed by an authority below one that allows none below it")
    case .idleIntermediate:
      words.append("is signed by an intermediate authority whose key may not sign certificates")
    case .constrainedIntermediate:
      words.append(
        "is signed by an intermediate authority for names in inside.test, but not in "
          + "outside.inside.test")
    case .stranger: words.append("is signed by a root that is not trusted")
    case .itself: words.append("is self-signed")
    case .leaf: words.append("is signed by a certificate that is not an authority's")
    }
    if certificate.path == .leaf { words.append("is sent without its issuer") }
    if certificate.until <= 0 { words.append("ended \(-certificate.until) hours ago") }
    if certificate.from > 0 { words.append("begins in \(certificate.from) hours") }
    switch certificate.use {
    case .server: break
    case .client: words.append("is for clients")
    case .any: words.append("is for any use")
    case .certificates: words.append("is for signing certificates")
    }
    if certificate.key != .p256 { words.append("has a key of \(certificate.key.rawValue)") }
    if certificate.hasOtherKey {
      words.append(
        "is shown with another's key"
          + (certificate.sendsOtherKey ? ", whose certificate is sent along" : ""))
    }
    if certificate.signature != .sha256 {
      words.append("is signed with \(certificate.signature.rawValue)")
    }
    if certificate.isRevoked { words.append("is revoked") }
    if certificate.hasUnknownExtension {
      words.append("has an unknown critical extension")
    }
    let name = "the certificate \"\(Visible.line(certificate.name))\""
    return words.isEmpty ? name : "\(name) that \(Phrases.joined(words))"
  }

  /// What a server does in handshakes, as a sentence.
  static func rule(_ rule: HandshakeRule, of server: String) -> String {
    let often = rule.times.map { "In \(Phrases.count($0, "handshake"))" } ?? "In handshakes"
    var words: [String] = []
    if let shown = rule.plan.certificate { words.append("shows \(certificate(shown))") }
    let place =
      switch rule.plan.message {
      case .hello: ""
      case .certificate, .finished: " in place of its \(rule.plan.message.rawValue)"
      case .complete: " after the handshake"
      }
    switch rule.plan.end {
    case nil: break
    case .close: words.append("closes the connection\(place)")
    case .reset: words.append("resets the connection\(place)")
    case .stall: words.append("sends nothing more\(place)")
    case .garbage: words.append("sends octets that mean nothing\(place)")
    case .http: words.append("answers in clear")
    case .alert(let alert): words.append("sends the alert \(alert.name)\(place)")
    }
    if rule.plan.asksAfterwards {
      words.append("asks for a certificate once the first request begins")
    }
    return "\(often) \(Visible.line(server)) \(Phrases.joined(words))."
  }

  /// The handshakes that must be seen, as a sentence.
  static func handshakes(_ expected: ServerHandshakes) -> String {
    let name = Visible.line(expected.server)
    guard !expected.handshakes.isEmpty else { return "\(name) sees no handshake." }
    let words = expected.handshakes.map { handshake -> String in
      var text =
        switch handshake.outcome {
        case .used: "a handshake and a request"
        case .refused: "a handshake and no request"
        case .ended: "a handshake that it ends itself"
        case .clear: "octets in clear"
        case nil: "a handshake"
        }
      if !handshake.pattern.isEmpty { text += " \(pattern(handshake.pattern))" }
      if let closure = handshake.hasClosureAlert {
        text += closure ? " with close_notify at its end" : " without close_notify"
      }
      if handshake.count != 1...1 { text += ", \(handshake.count.often)" }
      return text
    }
    return "\(name) sees \(Phrases.joined(words, "then"))."
  }

  /// `over TLS 1.3 with the client certificate card`
  static func pattern(_ tls: TLSPattern) -> String {
    var words = ["over TLS"]
    if let version = tls.version { words[0] += " \(version.rawValue)" }
    if let name = tls.serverName { words.append(value("server name", name)) }
    if let name = tls.protocol { words.append(value("protocol", name)) }
    if let certificate = tls.certificate { words.append(value("client certificate", certificate)) }
    if let isResumed = tls.isResumed {
      words.append(isResumed ? "in a resumed session" : "after a full handshake")
    }
    return words.joined(separator: " ")
  }

  private static func value(_ what: String, _ value: TLSPattern.Value) -> String {
    switch value {
    case .absent: "without a \(what)"
    case .present: "with a \(what)"
    case .equals(let text): "with the \(what) \(Visible.line(text))"
    }
  }

  /// Describes the trust, certificates and pins of a client, in sentences.
  static func client(_ settings: ClientSettings) -> [String] {
    var sentences: [String] = []
    switch settings.trust {
    case .run: break
    case .stranger: sentences.append("It trusts another root than the usual one.")
    case .none: sentences.append("It trusts no root certificate.")
    case .certificates(let grants):
      sentences.append("It trusts nothing but \(Phrases.joined(grants.map(grant))).")
    }
    if settings.revocationList {
      sentences.append("It has the root's list of revoked certificates.")
    }
    for pin in settings.pins {
      sentences.append("\(Visible.line(pin.server)) is to have the key of \(grant(pin)).")
    }
    for certificate in settings.certificates {
      sentences.append("It has \(grant(certificate)) for \(Visible.line(certificate.server)).")
    }
    return sentences
  }

  private static func grant(_ grant: CertificateGrant) -> String { certificate(grant.certificate) }
}
