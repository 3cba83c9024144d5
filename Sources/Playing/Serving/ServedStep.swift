// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// What a client is to do in a step of a case that is served, for whoever operates it.
package struct ServedStep: Sendable {
  /// Its place in the case, from 0.
  package var index: Int
  /// Its title in the scenario.
  package var title: String
  /// What the client is configured with.
  package var session: ClientSession
  /// The configuration is another than in the step before, or this is the first step.
  package var hasNewSession: Bool
  /// The client is to end first, and to start anew without memory.
  package var restarts: Bool
  /// Milliseconds that a request may take, where the scenario says so.
  package var timeout: Int?
  /// What the client's user is to answer when it asks for a login, in order; `nil` if the client is
  /// to ask for none.
  package var answers: [Answer]?
  /// The requests, which start together.
  package var requests: [ClientRequest]
  /// The request is to be made again until it gets such a status.
  package var until: RequestDefinition.Until?
}
