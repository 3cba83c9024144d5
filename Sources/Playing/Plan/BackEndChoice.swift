// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Servers
import Transcripts

/// Chooses a back end that can play the replies of a server.
struct BackEndChoice {
  let played: Case
  let rules: [[[PlannedRule]]]
  let servers: [ServerConfiguration]
  /// A head, of a reply or of a request that answers it, may be longer than usual.
  let hasLargeHeads: Bool

  init(_ played: Case, rules: [[[PlannedRule]]], servers: [ServerConfiguration]) {
    self.played = played
    self.rules = rules
    self.servers = servers
    let usual = 2048
    hasLargeHeads =
      rules.joined().joined().contains { $0.samples.contains { $0.headLength > usual } }
      || played.longestText > usual
  }

  /// Returns libmicrohttpd if it can play everything, or else the wire server; fails if the wanted
  /// back end cannot play the server.
  func backEnd(
    of server: Int, wish: BackEnd?
  ) -> Result<BackEnd, PlanProblem> {
    if servers[server].speaksHTTP2 {
      // The wire server serves clients that do not speak HTTP/2.
      return whatHTTP2CannotSend(server).map { .failure($0) } ?? .success(.wire)
    }
    if wish == .wire { return .success(.wire) }
    guard let problem = whatMicroHTTPDCannotPlay(server) else { return .success(.microhttpd) }
    guard wish == .microhttpd else { return .success(.wire) }
    return .failure(problem)
  }

  private func whatHTTP2CannotSend(_ server: Int) -> PlanProblem? {
    for rule in rules.lazy.flatMap({ $0[server] }) {
      for sample in rule.samples {
        if let why = BackEndLimits.whatHTTP2CannotSend(sample) {
          return PlanProblem(location: rule.location, message: why)
        }
      }
    }
    return nil
  }

  private func whatMicroHTTPDCannotPlay(_ server: Int) -> PlanProblem? {
    let isHTTP10 = servers[server].isHTTP10
    if servers[server].kind == .proxy,
      let step = played.steps.first(where: { opensTunnel($0) })
    {
      let tunnel = Reply(content: .tunnel(to: 0))
      if let why = BackEndLimits.whatCannotBePlayed(tunnel, by: .microhttpd, isHTTP10: isHTTP10) {
        return PlanProblem(location: step.location, message: why)
      }
    }
    // A proxy forwards the replies of origin servers.
    let speakers =
      servers[server].kind == .proxy
      ? [server] + servers.indices.filter { servers[$0].kind == .origin } : [server]
    for rule in rules.flatMap({ step in speakers.flatMap { step[$0] } }) {
      for sample in rule.samples {
        if let why = BackEndLimits.whatCannotBePlayed(
          sample, by: .microhttpd, isHTTP10: isHTTP10, hasLargeHeads: hasLargeHeads)
        {
          return PlanProblem(location: rule.location, message: why)
        }
      }
    }
    return nil
  }

  private func opensTunnel(_ step: Step) -> Bool {
    // To a server with TLS there is no other way (RFC 9110 9.3.6).
    servers.contains { $0.kind == .origin && $0.tls != nil }
      || step.requests.contains(where: \.isWebSocket) || played.client.tunnel
      || played.steps.contains { $0.client?.tunnel ?? false }
  }
}

extension Reply {
  /// Octets in its fields.
  fileprivate var headLength: Int {
    guard case .response(let response) = self.content else { return 0 }
    return response.head.fields.reduce(0) { $0 + $1.name.count + $1.value.count }
  }
}

extension Case {
  /// Octets in the longest text that the client may put into a request's head.
  fileprivate var longestText: Int {
    var longest = self.client.longestText
    for step in steps.indices {
      if let changed = steps[step].client { longest = max(longest, changed.longestText) }
      for request in steps[step].requests {
        longest = max(longest, request.path.length + (request.url?.length ?? 0))
        for header in request.headers { longest = max(longest, header.value.length) }
      }
    }
    return longest
  }
}

extension ClientSettings {
  /// Octets in the longest of its texts that may stand in a request's head.
  fileprivate var longestText: Int {
    var longest = 0
    for header in headers { longest = max(longest, header.value.length) }
    for grant in credentials {
      let login = grant.login
      longest = max(
        longest, login.user.count + login.password.count + (login.token?.count ?? 0))
    }
    return longest
  }
}

extension Template {
  /// Octets in it, with a few for each placeholder.
  fileprivate var length: Int {
    pieces.reduce(0) { $0 + ($1.count ?? 32) }
  }
}
