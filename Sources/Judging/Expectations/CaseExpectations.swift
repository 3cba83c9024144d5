// SPDX-License-Identifier: Apache-2.0

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
  /// By step: the client's settings.
  package let settingsInSteps: [CopyOnWrite<ClientSettings>]
  /// By step: the header lines that the caller writes.
  package let callersHeaders: [[HeaderTemplate]]
  /// The logins that the client is given, and for which servers.
  package let secrets: SecretLedger
  /// Some of the client's secrets are known only once servers listen.
  package let hasLateSecrets: Bool
  /// What is checked.
  package let checklist: Checklist

  /// The expectations of a case whose servers are known. `secrets` are those of its steps, and
  /// `checklist` may be that of other steps with the same expectations.
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

  /// The index of a server by name; a case has few servers.
  package func place(of server: String) -> Int? {
    servers.indices.first { servers[$0].name == server }
  }
}
