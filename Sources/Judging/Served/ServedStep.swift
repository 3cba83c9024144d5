// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// The instructions for a step of a served case, for the operator of the client.
package struct ServedStep: Sendable {
  /// Its place in the case, from 0.
  package var index: Int
  /// Its title in the scenario; empty if it has none.
  package var title: String
  /// The client's configuration.
  package var session: ClientSession
  /// The configuration differs from the step before, or this is the first step.
  package var hasNewSession: Bool
  /// The client is to end first, and to start anew without memory.
  package var restarts: Bool
  /// Milliseconds that a request may take; `nil` if the scenario sets no timeout.
  package var timeout: Int?
  /// The user's answers when the client asks for a login, in order; `nil` if it is not to ask.
  package var answers: [Answer]?
  /// The requests, which start together.
  package var requests: [ClientRequest]
  /// The request is to be made again until it gets such a status.
  package var until: RequestDefinition.Until?

  package init(
    index: Int, title: String, session: ClientSession, hasNewSession: Bool, restarts: Bool,
    timeout: Int?, answers: [Answer]?, requests: [ClientRequest], until: RequestDefinition.Until?
  ) {
    self.index = index
    self.title = title
    self.session = session
    self.hasNewSession = hasNewSession
    self.restarts = restarts
    self.timeout = timeout
    self.answers = answers
    self.requests = requests
    self.until = until
  }
}
