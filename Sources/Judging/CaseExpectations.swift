import HTTPAuth
import Scenarios
import Transcripts

/// What the judge needs to know of a planned case: what is expected, of whom, and whose secrets are in it.
package final class CaseExpectations: Sendable {
  /// The case, as results share it.
  package let held: HeldCase
  /// All of the case but its steps.
  package var frame: HeldCase.Frame { held.frame }
  /// Its servers, in the order of the recording.
  package let servers: [ServerConfiguration]
  /// The schemes that each server challenges with.
  package let offered: [Set<AuthScheme>]
  /// By step: what the client has been told by then.
  package let settingsInSteps: [HeldSettings]
  /// By step: the header lines that the caller writes.
  package let callersHeaders: [[HeaderTemplate]]
  /// The logins that the client is given, and for which servers.
  package let secrets: SecretLedger
  /// Some of the client's secrets are known only once servers listen.
  package let hasLateSecrets: Bool
  /// What is checked.
  package let checklist: Checklist

  /// What is expected of a case whose servers are known; `secrets` are those that are told in its steps, where these are
  /// known already, and `checklist` may have been made for other steps that expect the same.
  package init(
    _ held: HeldCase, servers: [ServerConfiguration], offered: [Set<AuthScheme>],
    settingsInSteps: [HeldSettings], secrets: SecretLedger, checklist: Checklist?
  ) {
    self.held = held
    self.servers = servers
    self.offered = offered
    self.settingsInSteps = settingsInSteps
    self.secrets = secrets
    let steps = held.steps
    callersHeaders = steps.indices.map { step in
      settingsInSteps[step].settings.headers + steps[step].requests.flatMap(\.headers)
    }
    hasLateSecrets =
      callersHeaders.contains { !$0.isEmpty } || held.frame.played.client.netrc != nil
      || steps.indices.contains { steps[$0].client?.netrc != nil }
    self.checklist = checklist ?? Checklist(steps, of: held.frame.played.scenario)
  }

  /// The place of the server of that name; a case has but a few.
  package func place(of server: String) -> Int? {
    servers.indices.first { servers[$0].name == server }
  }
}

/// What a client is told, shared by the steps for which it holds.
package final class HeldSettings: Sendable {
  /// The settings.
  package let settings: ClientSettings

  /// These settings, to be shared.
  package init(_ settings: ClientSettings) { self.settings = settings }
}
