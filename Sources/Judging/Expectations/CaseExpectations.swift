import HTTPAuth
import Scenarios
import Transcripts

/// What the judge needs to know of a planned case: what is expected, of whom, and whose secrets are
/// in it.
package final class CaseExpectations: Sendable {
  /// The case.
  package let played: Case
  /// Its servers, in the order of the recording.
  package let servers: [ServerConfiguration]
  /// The schemes that each server challenges with.
  package let offered: [Set<AuthScheme>]
  /// By step: what the client has been told by then.
  package let settingsInSteps: [CopyOnWrite<ClientSettings>]
  /// By step: the header lines that the caller writes.
  package let callersHeaders: [[HeaderTemplate]]
  /// The logins that the client is given, and for which servers.
  package let secrets: SecretLedger
  /// Some of the client's secrets are known only once servers listen.
  package let hasLateSecrets: Bool
  /// What is checked.
  package let checklist: Checklist

  /// What is expected of a case whose servers are known; `secrets` are those that are told in its
  /// steps, where these are known already, and `checklist` may have been made for other steps that
  /// expect the same.
  package init(
    _ played: Case, servers: [ServerConfiguration], offered: [Set<AuthScheme>],
    settingsInSteps: [CopyOnWrite<ClientSettings>], secrets: SecretLedger, checklist: Checklist?
  ) {
    self.played = played
    self.servers = servers
    self.offered = offered
    self.settingsInSteps = settingsInSteps
    self.secrets = secrets
    let steps = played.steps
    callersHeaders = steps.indices.map { step in
      settingsInSteps[step].headers + steps[step].requests.flatMap(\.headers)
    }
    hasLateSecrets =
      callersHeaders.contains { !$0.isEmpty } || played.client.netrc != nil
      || steps.indices.contains { steps[$0].client?.netrc != nil }
    self.checklist = checklist ?? Checklist(steps, of: played.scenario)
  }

  /// The place of the server of that name; a case has but a few.
  package func place(of server: String) -> Int? {
    servers.indices.first { servers[$0].name == server }
  }
}
