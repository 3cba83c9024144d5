// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// A client whose requests are asynchronous functions, as most clients in Swift are:
/// `AsyncClientUnderTest` plays to it.
///
/// It stands for one user of the client, from the first request to the last: what it remembers it
/// may use.
public protocol AsyncClient: Sendable {
  /// Makes a request, and gives the final response: its status, header section and body.
  ///
  /// - Throws: `ClientFailure` with the kind of docs/abilities.md that fits,
  ///   `ClientTrouble.unsupported` for what the client has no place for; any other error is taken
  ///   for one that the client does not document.
  func response(to request: ClientRequest) async throws -> ClientResponse

  /// Applies the changes of a session; returns `false` if that needs a new client, as the default
  /// implementation does.
  func change(_ session: ClientSession) async throws -> Bool

  /// Closes its connections.
  func close() async
}

extension AsyncClient {
  /// A new client is made for each change.
  public func change(_ session: ClientSession) async throws -> Bool { false }

  /// It has no connections that outlive a request.
  public func close() async {}
}
