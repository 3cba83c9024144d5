public import HTTPAuth
internal import TestServers

/// One request of a play in short: what it carried, and what was replied to it.
public struct RequestSummary: Hashable, Sendable {
  /// What stands in the field in which its server looks for credentials.
  public enum Credentials: Hashable, Sendable {
    /// Nothing.
    case absent
    /// Credentials that prove an account's password.
    case valid(AuthScheme)
    /// Others, and why they do not.
    case invalid(AuthScheme?, Mistake)
  }

  /// The server: index in the recording.
  public let server: Int
  /// The step of the case.
  public let step: Int
  /// It was handed on by a proxy, not sent by the client.
  public let isForwarded: Bool
  /// It is the first on its connection.
  public let isFirstOnConnection: Bool
  /// Its credentials.
  public let credentials: Credentials
  /// The Digest fields of its credentials.
  public let digest: DigestFields?
  /// The status that was replied; nil where it was no response.
  public let status: Int?

  init(_ exchange: Recording.Exchange, _ facts: RequestFacts) {
    server = exchange.server
    step = exchange.step
    isForwarded = exchange.forwardedFrom != nil
    isFirstOnConnection = facts.isFirstOnConnection
    status = exchange.status
    switch facts.credentials {
    case .absent: credentials = .absent
    case .verified(.valid(let proof)): credentials = .valid(proof.scheme)
    case .verified(.invalid(let diagnosis)):
      credentials = .invalid(diagnosis.scheme, diagnosis.mistake)
    }
    digest = facts.credentials.digest
  }
}

extension Play {
  /// Its requests, in the order of the recording.
  public func requests(_ plan: CasePlan) -> [RequestSummary] {
    let facts = (reading ?? Reading(recording, plan: plan)).facts
    return zip(recording.exchanges, facts).map { RequestSummary($0, $1) }
  }
}
