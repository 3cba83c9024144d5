// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// A client whose requests are asynchronous functions, like most clients in Swift.
/// `AsyncClientUnderTest` plays scenarios to it.
///
/// It serves one user from the first request to the last, and may use what it remembers.
public protocol AsyncClient: Sendable {
  /// Makes a request, and returns the final response: its status, header section and body.
  ///
  /// - Throws: `ClientFailure` with the kind of docs/abilities.md that fits, or
  ///   `ClientTrouble.unsupported` for something that the client cannot do. Any other error counts
  ///   as one that the client does not document.
  func response(to request: ClientRequest) async throws -> ClientResponse

  /// Applies the changes of a session; returns `false` if that needs a new client, as the default
  /// implementation does.
  func change(_ session: ClientSession) async throws -> Bool

  /// Closes its connections.
  func close() async
}

extension AsyncClient {
  /// Returns `false`: a new client is made for each change.
  public func change(_ session: ClientSession) async throws -> Bool { false }

  /// Does nothing: no connection outlives a request.
  public func close() async {}
}
