// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

extension StepJudge {
  /// Judges the handshakes of a server. A client refuses a server if it sends no request; it need
  /// not say why (RFC 8446 6.2).
  func check(_ check: HandshakeCheck) -> Check {
    let seen = evidence.handshakes(step: step, server: check.server)
    let counts = check.expected.map(\.count)
    func fits(_ place: Int, _ item: Int) -> Bool { self.fits(seen[place], check.expected[item]) }
    let alignment = SequenceAlignment(expected: counts, seen: seen.count, fits: fits)
    guard alignment.places == nil else { return Check(check.descriptor, .pass) }
    let (place, item) = alignment.furthest
    let next = item < check.expected.count ? check.expected[item] : nil
    let compared = alignment.compared(with: counts, fits: fits).map { check.expected[$0].words }
    let none = "no further handshake"
    let wanted = compared.map { next == nil ? "\($0), or \(none)" : $0 } ?? none
    let observed =
      place < seen.count
      ? words(of: seen[place])
      : place == 0 ? "no handshake" : "no handshake after the first \(place)"
    var finding = Finding(
      expected: "handshake \(place + 1) with \(check.server): \(wanted)", observed: observed,
      diagnosis: clientsOwnWords,
      exchange: place < seen.count ? evidence.exchanges(on: seen[place]).first : nil)
    finding.deviation = deviation(
      of: place < seen.count ? seen[place] : nil,
      from: next)
    // A client that has not connected has not refused the server, for whatever reason.
    if seen.isEmpty, check.expected.first?.outcome == .refused, clientsOwnWords != nil {
      return Check(check.descriptor, .inconclusive, finding)
    }
    // A handshake that did not come shows nothing about its content.
    return broken(check.descriptor, finding, place < seen.count ? finding.deviation?.evidence : nil)
  }

  /// Why the step shows nothing about a client that offers another version of TLS than a server of
  /// it speaks; `nil` if each server found a version in common.
  ///
  /// "Implementations MUST support TLS 1.2" and "SHOULD support TLS 1.3" (RFC 9325 3.1.1): a client
  /// of one of them alone does not know what the other one lets a server do. A server that speaks
  /// an older version shows whether the client refuses it.
  var commonVersion: Finding? {
    for server in evidence.expectations.servers {
      guard let tls = server.tls, !tls.versions.contains(.tls11) else { continue }
      let seen = evidence.handshakes(step: step, server: server.name).compactMap {
        evidence.play.recording.handshakes[$0]
      }
      guard !seen.isEmpty, seen.allSatisfy(\.hasNoCommonVersion) else { continue }
      let versions = tls.versions.map(\.rawValue).joined(separator: " or ")
      return Finding(
        expected: "a client that offers TLS \(versions), as \(server.name) speaks it",
        observed: "the client does not offer it")
    }
    return nil
  }

  /// How a handshake differs from the one that was expected.
  private func deviation(of connection: Int?, from wanted: HandshakeExpectation?) -> Deviation {
    guard let connection else { return .otherHandshake }
    return switch (evidence.outcome(of: connection), wanted?.outcome) {
    case (.used, .refused): speaksOutdatedTLS(connection) ? .outdatedVersion : .serverAccepted
    case (.refused, .used): .serverRefused
    case (let outcome, let expected?) where outcome == expected && lacksClosure(connection, wanted):
      .noClosureAlert
    default: .otherHandshake
    }
  }

  /// `true` if the client closed a connection without the closure alert that was expected.
  private func lacksClosure(_ connection: Int, _ expected: HandshakeExpectation?) -> Bool {
    expected?.hasClosureAlert == true
      && evidence.play.recording.handshakes[connection]?.lacksClosure == true
  }

  /// `true` if the server of a connection speaks no version of TLS but one that nobody may speak.
  ///
  /// "Implementations MUST NOT negotiate TLS version 1.1" (RFC 9325 3.1.1)
  private func speaksOutdatedTLS(_ connection: Int) -> Bool {
    let server = evidence.play.recording.connections[connection].server
    return evidence.expectations.servers[server].tls?.versions == [.tls11]
  }

  /// `true` if the client sent one of these alerts to `server`, or, if that is `nil`, to any
  /// server.
  func hasSeen(_ alerts: [TLSAlert], from server: Int?) -> Bool {
    let recording = evidence.play.recording
    return recording.handshakes.contains { connection, handshake in
      handshake.step == step
        && (server ?? recording.connections[connection].server)
          == recording.connections[connection].server
        && handshake.alert.map(alerts.contains) ?? false
    }
  }

  private func fits(_ connection: Int, _ expected: HandshakeExpectation) -> Bool {
    guard let handshake = evidence.play.recording.handshakes[connection] else { return false }
    if let outcome = expected.outcome, evidence.outcome(of: connection) != outcome { return false }
    // A client that has not closed the connection yet has broken nothing.
    if expected.hasClosureAlert == false, handshake.hasCloseNotify { return false }
    if lacksClosure(connection, expected) { return false }
    return expected.pattern.mismatch(handshake) == nil
  }

  private func words(of connection: Int) -> String {
    guard let handshake = evidence.play.recording.handshakes[connection] else { return "nothing" }
    let outcome =
      switch evidence.outcome(of: connection) {
      case .used: "the server used"
      case .refused: "the server refused"
      case .ended: "ended by the server"
      case .clear: "octets in clear"
      }
    let closure = handshake.hasCloseNotify ? "close_notify" : "no close_notify"
    return "\(outcome), \(handshake.words), \(closure)"
  }
}

extension AnalyzedTranscript {
  /// The connections on which a handshake with that server began in a step, in order.
  func handshakes(step: Int, server: String) -> [Int] {
    let place = expectations.place(of: server)
    return play.recording.handshakes.filter { connection, handshake in
      handshake.step == step && play.recording.connections[connection].server == place
    }.keys.sorted()
  }

  /// The requests that came on a connection, as indices.
  func exchanges(on connection: Int) -> [Int] {
    exchanges.indices.filter { exchanges[$0].connection == connection }
  }

  /// The outcome of a connection with TLS.
  func outcome(of connection: Int) -> HandshakeExpectation.Outcome {
    if !exchanges(on: connection).isEmpty { return .used }
    return switch play.recording.handshakes[connection]?.end {
    case .clear: .clear
    case .byServer: .ended
    case .completed, .failed, .unfinished, nil: .refused
    }
  }
}

extension HandshakeExpectation {
  fileprivate var words: String {
    let subject =
      switch outcome {
      case .used: "the server used"
      case .refused: "the server refused, without a request"
      case .ended: "ended by the server"
      case .clear: "octets in clear"
      case nil: "a handshake"
      }
    let often = count == 1...1 ? "" : " (\(count.often))"
    let closure = hasClosureAlert.map { $0 ? ["close_notify"] : ["no close_notify"] } ?? []
    return ([subject] + pattern.words + closure).joined(separator: ", ") + often
  }
}

extension TLSPattern {
  fileprivate var words: [String] {
    [
      version.map { "TLS \($0.rawValue)" }, words("server name", serverName),
      words("protocol", `protocol`), words("client certificate", certificate),
      isResumed.map { $0 ? "a resumed session" : "a full handshake" },
    ].compactMap(\.self)
  }

  private func words(_ what: String, _ value: Value?) -> String? {
    switch value {
    case nil: nil
    case .absent: "no \(what)"
    case .present: "a \(what)"
    case .equals(let text): "\(what) \(text)"
    }
  }

  /// The difference between the TLS of a connection and the pattern; `nil` if there is none.
  func mismatch(_ handshake: TLSHandshake?) -> Finding? {
    guard let handshake else { return Finding(expected: "TLS", observed: "HTTP in clear") }
    if let version, handshake.version != version.rawValue {
      return Finding(
        expected: "TLS \(version.rawValue)", observed: "TLS \(handshake.version ?? "of no version")"
      )
    }
    if let isResumed, handshake.isResumed != isResumed {
      return Finding(
        expected: isResumed ? "a resumed session" : "a full handshake",
        observed: isResumed ? "a full handshake" : "a resumed session")
    }
    return mismatch("server name", serverName, handshake.serverName)
      ?? mismatch("protocol", `protocol`, handshake.protocol)
      ?? mismatch("client certificate", certificate, handshake.clientCertificates.first)
  }

  private func mismatch(_ what: String, _ wanted: Value?, _ value: String?) -> Finding? {
    let isRight: Bool =
      switch wanted {
      case nil: true
      case .absent: value == nil
      case .present: value != nil
      case .equals(let text): value == text
      }
    guard !isRight else { return nil }
    return Finding(
      expected: words(what, wanted) ?? what,
      observed: value.map { "\(what) \($0)" } ?? "no \(what)")
  }
}
