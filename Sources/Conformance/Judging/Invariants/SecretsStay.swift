internal import ClientDrivers
internal import HTTPAuth
internal import ScenarioLanguage
internal import TestServers

extension Invariants {
  /// RFC 9110 11.5, 15.4: credentials reach only the servers they were given for, in whatever form,
  /// and user information stays out of target, Host and Referer (RFC 9110 4.2.4).
  static let secretsStay = Invariant(
    "secrets-stay", "Credentials reach only the servers they were given for",
    requirements: ["R021", "R041", "R049", "R051", "R106", "R116"]
  ) { evidence in
    let secrets = evidence.plan.secrets.completed(by: evidence)
    guard !secrets.isEmpty else { return .noSubject }
    var hasSubject = false
    // What each server was not given, once some place is meant for it.
    var forbidden: [Int: [SecretLedger.Secret]] = [:]
    for index in evidence.exchanges.indices
    where evidence.exchanges[index].forwardedFrom == nil {
      for place in secrets.places(of: index, evidence) {
        let strangers = forbidden[place.server] ?? secrets.forbidden(at: place.server)
        forbidden[place.server] = strangers
        for secret in strangers {
          hasSubject = true
          guard let form = secret.form(in: place.text, decoded: place.decoded) else { continue }
          return .broken(
            Finding(
              expected:
                "nothing of \(secret.description) at \(evidence.plan.servers[place.server].name)",
              observed: "\(form) in \(place.name)", exchange: index))
        }
      }
      hasSubject = true
      if let (form, name) = secrets.exposed(by: evidence.exchanges[index].request) {
        return .broken(
          Finding(
            expected: "no user information in \(name)", observed: "\(form) in \(name)",
            exchange: index))
      }
    }
    for sent in evidence.sent {
      guard let server = sent.server, let stranger = secrets.proof(in: sent, server, evidence)
      else { continue }
      return .broken(
        Finding(
          expected: "nothing of \(stranger.description) at \(evidence.plan.servers[server].name)",
          observed: "a Digest made with its password, which can be guessed at offline",
          exchange: sent.exchange))
    }
    // A client that used none of its secrets shows nothing by keeping them.
    return hasSubject && secrets.areUsed(evidence) ? .held : .noSubject
  }
}
