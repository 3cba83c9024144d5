// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// The parts of a planned case that the judge needs: servers, settings, secrets and expectations.
package final class CaseExpectations: Sendable {
  /// The case.
  package let played: Case
  /// Its servers, in the order of the recording.
  package let servers: [ServerConfiguration]
  /// For each server the schemes with which it challenges.
  package let offered: [Set<AuthScheme>]
  /// The client's settings in each step.
  package let settingsInSteps: [CopyOnWrite<ClientSettings>]
  /// The header lines that the caller writes in each step.
  package let callersHeaders: [[HeaderTemplate]]
  /// The logins that the client is given, and the servers of each.
  package let secrets: SecretLedger
  /// `true` if some of the client's secrets are known only when the servers listen.
  package let hasLateSecrets: Bool
  package let checklist: Checklist

  /// `checklist` may be that of other steps with the same expectations; `nil` to make one.
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
