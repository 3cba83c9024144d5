// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// Decides how to answer a challenge. It has no side effects, except that it may ask the user.
struct Authenticator {
  /// What the client does next.
  enum Decision {
    /// Try again with these credentials.
    case answer(Attempts.Answer)
    /// Try again with a token of Negotiate.
    case negotiate
    /// Deliver the response to the caller.
    case deliver
    /// Deliver the response, because the user cancelled.
    case giveUp
    /// Do nothing further: a fault.
    case hang
    /// Crash: a fault.
    case crash(String)
  }

  /// The maximum number of answers to one server in one request.
  private static let mostRounds = 8
  /// The maximum of a client with the variant `fewRounds`.
  private static let fewRounds = 3
  /// The maximum number of stale nonces in one request.
  private static let mostStale = 3

  let faults: FaultSet
  let preferences: Preferences
  /// The schemes that the session allows; `nil` for all.
  let schemes: [String]?
  /// The logins.
  let book: LoginBook
  /// Asks the user for a login, by challenge and number of failures; `nil` if the session does
  /// not allow it.
  let ask: ((Offer, Int) -> Login?)?
  /// The method of the request.
  let method: Octets
  /// `true` if the case needs NTLM.
  var usesNTLM = false
  /// `true` if the request follows a redirect.
  var isRedirected = false
  /// The unfinished login by SCRAM.
  var scram: SCRAMAnswerer?
  /// The latest token that the user has given for a realm of the server.
  var givenToken: ((Octets?) -> Login?)?
  /// `true` if the client has already answered the other party (proxy or origin) in this request.
  var isBehindAnother = false

  /// Decides about the lines of the challenge field in a response.
  func decide(
    _ lines: [Octets], at peer: Peer, _ attempts: inout Attempts, _ spaces: inout ProtectionSpaces
  ) -> Decision {
    if isBehindAnother, attempts.rounds == 0, faults.has(.sidesShareAttempts) { return .deliver }
    var offers = ChallengeReader.read(lines, faults: faults)
      .compactMap { Offer($0, faults, preferences) }
    offers.removeAll { $0.scheme == .ntlm && !usesNTLM }
    // "this authentication scheme MUST NOT be used with the Proxy-Authenticate or
    // Proxy-Authorization header fields" (RFC 9449 7.1).
    if peer.side == .proxy {
      offers.removeAll { $0.scheme == .dpop && !faults.has(.dpopAnsweredAtProxy) }
    }
    if let next = continuation(of: attempts.sent, offers) { return .answer(next) }
    // The server's first message is for the login that it answers, and for no other.
    offers.removeAll { if case .answer? = $0.scram { true } else { false } }
    if let next = nonceRenewal(of: attempts.sent, offers, &attempts) { return .answer(next) }
    // A message 2 without a message 1 before it is not answered.
    if attempts.sent != nil || !faults.has(.ntlmUnaskedMessage2Answered) {
      offers.removeAll { if case .answer? = $0.ntlm { true } else { false } }
    }
    offers = faults.alter(offers, .realmOfLastChallenge) { offers in
      offers.map { offer in
        var offer = offer
        offer.realm = offers.last { $0.scheme == offer.scheme }?.realm ?? offer.realm
        return offer
      }
    }
    if peer.side == .proxy {
      offers = faults.alter(offers, .proxyDomainElsewhereHeeded) { offers in
        offers.filter { !($0.digest?.namesOtherHost(than: peer.origin) ?? false) }
      }
    }
    if let sent = attempts.sent, fresh(sent, offers) != nil, faults.takes(.staleGivenToCaller) {
      spaces.evict(sent.login, at: peer, realm: sent.offer.realm)
      return .deliver
    }
    if let sent = attempts.sent {
      if let fresh = renewal(of: sent, offers, &attempts) {
        let isUsersAnswer =
          ask != nil && spaces.login(at: peer, realm: sent.offer.realm, scheme: .digest) == nil
        if !(isUsersAnswer && faults.has(.usersAnswerStale)) { return .answer(fresh) }
        note(refusal: sent, offers, at: peer, &attempts, &spaces)
      } else if sent.offer.digest?.nonce == "", faults.has(.emptyNonceLoops) {
        return .answer(sent)
      } else if sent.offer.scheme == .ntlm, faults.has(.ntlmRefusedTriedAgain) {
        // Nothing is noted.
      } else if !faults.has(.refusedRepeated),
        method != "POST" || !faults.has(.refusedRepeatedWithPOST)
      {
        note(refusal: sent, offers, at: peer, &attempts, &spaces)
      }
    }
    attempts.sent = nil
    attempts.next = nil
    attempts.rounds += 1
    guard
      attempts.rounds <= Authenticator.mostRounds || faults.has(.roundsNotBounded)
        || faults.has(.redirectsNotBounded)
        || (isRedirected && faults.has(.redirectLoopsFollowed)),
      attempts.rounds <= Authenticator.fewRounds || !faults.takes(.fewRounds)
    else {
      return .deliver
    }
    let usable = usable(offers, attempts) { spaces.hasDigest(at: peer, realm: $0) }
    if let ask, let offer = usable.first, faults.has(.asksBeforeUsingGiven),
      let login = ask(offer, attempts.failures[offer.realm] ?? 0)
    {
      return .answer(Attempts.Answer(login: login, offer: offer))
    }
    for offer in usable {
      if let login = login(for: offer, at: peer, attempts, spaces) {
        return .answer(Attempts.Answer(login: login, offer: offer))
      }
    }
    if let offer = usable.first, offer.scheme != .bearer, offer.scheme != .dpop,
      attempts.rounds == 1,
      faults.has(.emptyLoginSent)
    {
      return .answer(Attempts.Answer(login: Login(user: "", password: ""), offer: offer))
    }
    guard let ask, let offer = usable.first else { return .deliver }
    let failures = attempts.failures[offer.realm] ?? 0
    if failures > 0, faults.takes(.refusedAnswerEndsIt) { return .deliver }
    if faults.has(.asksAgainAfterCancel) { _ = ask(offer, failures) }
    guard let login = ask(offer, failures) else { return .giveUp }
    guard login.fits(offer.scheme) else { return .deliver }
    return .answer(Attempts.Answer(login: login, offer: offer))
  }

  /// The answer to the message 2 that follows message 1 (MS-NTHT 2.2.1).
  private func continuation(of sent: Attempts.Answer?, _ offers: [Offer]) -> Attempts.Answer? {
    if let sent, sent.offer.scram == .begin, let scram {
      var next = sent
      for offer in offers {
        guard case .answer(_, let message)? = offer.scram, scram.canAnswer(message) else {
          continue
        }
        next.offer.scram = offer.scram
        return next
      }
      return nil
    }
    guard let sent, sent.offer.ntlm == .begin else { return nil }
    let offer = offers.first { if case .answer? = $0.ntlm { true } else { false } }
    return offer.map { Attempts.Answer(login: sent.login, offer: $0, origin: sent.origin) }
  }

  /// The same token, with a proof that has the nonce that the server demands (RFC 9449 9).
  private func nonceRenewal(
    of sent: Attempts.Answer?, _ offers: [Offer], _ attempts: inout Attempts
  ) -> Attempts.Answer? {
    guard let sent, sent.offer.scheme == .dpop || faults.has(.dpopNonceForAnyLogin),
      let offer = offers.first(where: { $0.scheme == .dpop && $0.wantsNonce }),
      attempts.nonceCount < 1 || (attempts.nonceCount < 12 && faults.has(.dpopNoncesWithoutEnd))
    else { return nil }
    attempts.nonceCount += 1
    return Attempts.Answer(login: sent.login, offer: offer)
  }

  /// If its nonce is stale, a client may try again with the new one without asking the user (RFC
  /// 7616 3.3).
  private func renewal(
    of sent: Attempts.Answer, _ offers: [Offer], _ attempts: inout Attempts
  ) -> Attempts.Answer? {
    guard attempts.staleCount < Authenticator.mostStale || faults.has(.staleNotBounded),
      let offer = fresh(sent, offers),
      attempts.staleCount == 0 || !faults.takes(.staleRenewedOnce)
    else { return nil }
    attempts.staleCount += 1
    if faults.has(.staleNonceRepeated) { return sent }
    return Attempts.Answer(login: sent.login, offer: offer)
  }

  /// The offer that replaces one with a stale nonce.
  private func fresh(_ sent: Attempts.Answer, _ offers: [Offer]) -> Offer? {
    guard sent.offer.scheme == .digest else { return nil }
    return offers.first { offer in
      offer.scheme == .digest && offer.realm == sent.offer.realm
        && (offer.digest?.isStale ?? false)
        && (offer.digest?.algorithm == sent.offer.digest?.algorithm)
    }
  }

  /// "the 401 response indicates that authorization has been refused for those credentials" (RFC
  /// 9110 15.5.2).
  private func note(
    refusal sent: Attempts.Answer, _ offers: [Offer], at peer: Peer, _ attempts: inout Attempts,
    _ spaces: inout ProtectionSpaces
  ) {
    let offersBasic = offers.contains { $0.scheme == .basic && $0.realm == sent.offer.realm }
    if sent.origin == .remembered, sent.offer.scheme == .digest, offersBasic,
      faults.has(.basicAfterAcceptedDigest)
    {
      return
    }
    // Credentials without a challenge are refused for every realm, and so is a token, which has no
    // realm (RFC 6750 3.1).
    let isOfEveryRealm =
      sent.origin == .unbidden
      || sent.offer.scheme == .dpop
      || (sent.offer.scheme == .bearer && !faults.has(.refusedTokenTriedInOtherRealms))
    let realms = isOfEveryRealm ? Set(offers.map(\.realm)).union([nil]) : [sent.offer.realm]
    for realm in realms {
      attempts.refused[realm, default: []].insert(sent.login)
      attempts.failures[realm, default: 0] += 1
    }
    spaces.evict(sent.login, at: peer, realm: sent.offer.realm)
    if sent.offer.scheme > .basic { attempts.refusedStrongly = true }
  }

  /// The offers that the client may answer, the strongest first (RFC 7616 5.6), those of one scheme
  /// in the server's order (3.7).
  private func usable(
    _ offers: [Offer], _ attempts: Attempts, hadDigest: (Octets?) -> Bool
  ) -> [Offer] {
    var allowed = offers.filter { offer in
      if let schemes, !schemes.contains(offer.scheme.name), !faults.has(.schemesNotRestricted) {
        return false
      }
      // "remembering the strongest authentication scheme ever requested by a server" (RFC 7616 5.8)
      if offer.scheme == .basic, hadDigest(offer.realm), !faults.has(.basicAfterAcceptedDigest) {
        return false
      }
      // A server that got Digest credentials does not get the password next (RFC 7616 5.8).
      return offer.scheme != .basic || !attempts.refusedStrongly
        || faults.has(.basicAfterRefusedDigest)
    }
    for index in allowed.indices {
      switch allowed[index].scheme {
      case .bearer where faults.has(.bearerTakenForBasic):
        allowed[index].scheme = .basic
        if allowed[index].realm == nil { allowed[index].realm = "" }
      case .digest where faults.has(.digestTakenForBasic): allowed[index].scheme = .basic
      case .basic, .bearer, .dpop, .ntlm, .digest, .scram: continue
      }
    }
    func ordered(_ schemes: [Scheme]) -> [Offer] {
      schemes.flatMap { scheme in allowed.filter { $0.scheme == scheme } }
    }
    var usable = ordered([.scram, .digest, .ntlm, .dpop, .bearer, .basic])
    usable = faults.vary(usable, .strongestDigestTaken) { usable in
      let digests = usable.filter { $0.scheme == .digest }
      let strengths = Set(digests.compactMap { $0.digest?.function.strength }).sorted(by: >)
      return strengths.flatMap { strength in
        digests.filter { $0.digest?.function.strength == strength }
      } + usable.filter { $0.scheme != .digest }
    }
    usable = faults.alter(usable, .md5DigestUsed) { usable in
      usable.filter { $0.digest?.function == .md5 } + usable.filter { $0.digest?.function != .md5 }
    }
    usable = faults.alter(usable, .weakestSchemeUsed) { _ in
      ordered([.basic, .bearer, .dpop, .ntlm, .digest, .scram])
    }
    return usable
  }

  /// A login that was not refused in this realm.
  private func login(
    for offer: Offer, at peer: Peer, _ attempts: Attempts, _ spaces: ProtectionSpaces
  ) -> Login? {
    let refused = attempts.refused[offer.realm] ?? []
    var logins = book.logins(at: peer, realm: offer.realm, scheme: offer.scheme)
    if let known = spaces.login(at: peer, realm: offer.realm, scheme: offer.scheme),
      logins.first == known || !faults.has(.acceptedLoginsForgotten)
    {
      logins.insert(known, at: 0)
    }
    // A login that the user has given for one request also serves the others that wait.
    if offer.scheme == .bearer, let given = givenToken?(offer.realm), !refused.contains(given),
      !faults.has(.tokenAskedForEachRequest)
    {
      logins.append(given)
    }
    if offer.scheme == .basic, attempts.refusedStrongly, faults.has(.basicAfterRefusedDigest) {
      return logins.first
    }
    return logins.first { !refused.contains($0) }
  }
}

extension HashFunction {
  /// A higher value is stronger (RFC 7616 3.7, 6.1).
  fileprivate var strength: Int {
    switch self {
    case .md5: 0
    case .sha256: 1
    default: 2
    }
  }
}
