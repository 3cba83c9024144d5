// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Transcripts

/// Requests that the client makes on its own, and that the caller's request waits for.
extension Exchange {
  /// The most tokens that one request fetches.
  private static let mostTokenRounds = 1

  /// Makes a request, and then calls `goOn` with the response; with `nil` if there is none.
  private func run(
    _ errand: Errands.Purpose, _ url: String, then goOn: @escaping (ClientResponse?) -> Void
  ) {
    let exchange = Exchange(
      number: number, session: session, ask: askCaller,
      finished: { [weak self] outcome in
        guard let self, phase != .finished else { return }
        errands.running = nil
        if case .response(let response) = outcome { goOn(response) } else { goOn(nil) }
      })
    exchange.errands.purpose = errand
    errands.running = exchange
    exchange.start(ClientRequest(url: url))
  }

  /// The first Bearer challenge of a response that is wanted.
  func bearerChallenge(
    of response: Response, where isWanted: (ReceivedChallenge) -> Bool = { _ in true }
  ) -> ReceivedChallenge? {
    ChallengeReader.read(response.head.fields.values(of: "WWW-Authenticate"), faults: faults)
      .first { Scheme($0.scheme, faults) == .bearer && isWanted($0) }
  }

  // MARK: Tokens of registries

  /// Fetches the token that a registry asks for, and then makes the request again; `false` if the
  /// challenge names no server to fetch it from.
  ///
  ///     Bearer realm="https://auth.test/token",service="registry.test",scope="repository:a:pull"
  func fetchesToken(for response: Response) -> Bool {
    guard settings.registry || faults.has(.realmTakenForAddress), errands.purpose == nil,
      hop.callers("Authorization") == nil,
      errands.tokenRounds < Exchange.mostTokenRounds,
      let challenge = bearerChallenge(of: response), let realm = challenge.value("realm", faults),
      let server = try? WebAddress(realm.latin1)
    else { return false }
    // A token that is fetched without TLS is no secret.
    guard
      server.origin.isSecure || !hop.address.origin.isSecure || faults.has(.registryRealmInClear)
    else { return false }
    if let sent = attempts[originPeer]?.sent {
      session.spaces.evict(sent.login, at: originPeer, realm: sent.offer.realm)
    }
    attempts[originPeer] = nil
    errands.tokenRounds += 1
    chain.firstRefusal = chain.firstRefusal ?? response
    run(.token, tokenURL(server, challenge)) { [unowned self] answer in
      guard let answer, let token = token(in: answer) else { return deliverLate(response) }
      let login = Login(user: "", password: "", token: token)
      var offer = Offer(scheme: .bearer)
      offer.realm = realm
      attempts[originPeer, default: Attempts()].next = Attempts.Answer(login: login, offer: offer)
      attempts[originPeer]?.rounds = 1
      attempt()
    }
    return true
  }

  /// The URL of the token: each entry of the scope is a parameter of its own.
  private func tokenURL(_ server: WebAddress, _ challenge: ReceivedChallenge) -> String {
    var target = server.target
    if let mark = target.firstIndex(of: "?"), faults.has(.registryRealmQueryLost) {
      target = String(target[..<mark])
    }
    var parameters: [(name: String, value: Octets)] = []
    if let service = challenge.value("service", faults), !faults.has(.registryServiceLeftOut) {
      parameters.append(("service", service))
    }
    if let scope = challenge.value("scope", faults), !faults.has(.registryScopeLeftOut) {
      var entries = scope.bytes.split(separator: 0x20).map { Octets($0) }
      entries = faults.alter(entries, .registryFirstScopeOnly) { Array($0.prefix(1)) }
      parameters += entries.map { ("scope", $0) }
    }
    for (name, value) in parameters {
      target += (target.contains("?") ? "&" : "?") + name + "=" + value.percentEncoded
    }
    return server.origin.url + target
  }

  /// The member `token`, or `access_token`, of the response.
  private func token(in answer: ClientResponse) -> Octets? {
    guard answer.status == 200, let body = answer.body,
      let json = try? JSONParser.value(of: body.array)
    else { return nil }
    return (json["token"]?.string ?? json["access_token"]?.string).map { Octets($0) }
  }

  // MARK: Metadata

  /// Fetches the metadata that a challenge names (RFC 9728 5), and those of the authorization
  /// server in them; `false` if the client may not.
  func fetchesMetadata(for response: Response) -> Bool {
    guard settings.metadata != nil, errands.purpose == nil, !errands.hasAskedForMetadata,
      attempts[originPeer]?.sent != nil
        || book.logins(at: originPeer, realm: nil, scheme: .bearer).isEmpty,
      let challenge = bearerChallenge(of: response),
      let url = challenge.value("resource_metadata", faults),
      let address = try? WebAddress(url.latin1),
      address.userinfo == nil || faults.has(.metadataUserinfoIgnored),
      mayAskForMetadata(of: address.origin)
    else { return false }
    errands.hasAskedForMetadata = true
    run(.metadata, address.origin.url + address.target) { [unowned self] answer in
      guard let issuer = authorizationServer(in: answer) else { return heedChallenge(of: response) }
      run(.metadata, metadataURL(of: issuer)) { [unowned self] _ in
        heedChallenge(of: response)
      }
    }
    return true
  }

  /// The first authorization server of the metadata, if the client may ask it for its own.
  ///
  /// "If the protected resource metadata was retrieved from a URL returned by the protected
  /// resource via the WWW-Authenticate resource_metadata parameter, then the resource value
  /// returned MUST be identical to the URL that the client used to make the request to the resource
  /// server. If these values are not identical, the data contained in the response MUST NOT be
  /// used." (RFC 9728 3.3)
  private func authorizationServer(in answer: ClientResponse?) -> WebAddress? {
    guard let answer, answer.status == 200 || faults.has(.metadataOfErrorUsed),
      let body = answer.body,
      let json = try? JSONParser.value(of: body.array),
      let resource = json["resource"]?.string,
      let issuer = json["authorization_servers"]?.array?.first?.string,
      let server = try? WebAddress(issuer), mayAskForMetadata(of: server.origin)
    else { return nil }
    let asked = hop.address.origin.url + hop.address.target
    var isSame = resource == asked
    isSame = faults.alter(isSame, .metadataResourceComparedByPrefix) { isSame in
      asked.hasPrefix(resource) || isSame
    }
    return isSame ? server : nil
  }

  /// The URL of an authorization server's metadata.
  ///
  /// "If the issuer identifier value contains a path component, any terminating "/" MUST be removed
  /// before inserting "/.well-known/" and the well-known URI suffix between the host component and
  /// the path component." (RFC 8414 3.1)
  private func metadataURL(of issuer: WebAddress) -> String {
    let place = "/.well-known/oauth-authorization-server"
    let path = issuer.path.hasSuffix("/") ? String(issuer.path.dropLast()) : issuer.path
    return issuer.origin.url
      + faults.alter(place + path, .metadataPathOfIssuerFirst) { _ in path + place }
  }

  /// `true` for the origin of the request, and for those that the caller allows.
  func mayAskForMetadata(of origin: Origin) -> Bool {
    let own = firstMetadataOrigin ?? hop.address.origin
    if origin == own { return true }
    let allowed = (settings.metadata ?? []).compactMap { try? WebAddress($0).origin }
    if allowed.contains(origin) { return true }
    if origin.host == own.host, origin.port == own.port {
      return faults.has(.metadataSchemeIgnored)
    }
    if origin.host == own.host, faults.has(.metadataAskedOnAnyPort) { return true }
    if origin.port == own.port, faults.has(.metadataAskedOnAnyHost) { return true }
    return false
  }

  /// Where the chain of metadata began, for a request that fetches them.
  private var firstMetadataOrigin: Origin? {
    errands.purpose == .metadata ? chain.firstHop?.address.origin : nil
  }

  /// `true` if a request for metadata may follow a redirect to that URL.
  func mayFollow(to origin: Origin) -> Bool {
    errands.purpose != .metadata || mayAskForMetadata(of: origin)
      || faults.has(.metadataRedirectFollowed)
  }
}
