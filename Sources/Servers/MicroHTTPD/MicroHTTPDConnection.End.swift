// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

// The end of a connection that libmicrohttpd has closed. The library reports neither the reason nor
// octets that it does not understand, so this is derived from its log and from the system.
extension MicroHTTPDConnection {
  /// The message that the library logs when it answers with an error of its own.
  static let refusal: StaticString = "Error processing request"

  /// Called when the library has closed the connection; `complaints` are the refusals that it has
  /// logged since it closed another one.
  func gone(_ transport: Sockets.Transport?, complaints: [String]) {
    guard !isOver else { return }
    end(decidedEnd ?? guessEnd(transport, complaints))
    if decidedEnd == nil, let oddity = oddity(transport, complaints) {
      let octets = exchange == nil ? Octets() : body.end
      play.note(
        oddity: oddity.complaint, octets: octets, server: server, connection: index,
        isByLibrary: oddity.isByLibrary)
    }
  }

  private func guessEnd(
    _ transport: Sockets.Transport?, _ complaints: [String]
  ) -> Recording.Connection.End {
    if !complaints.isEmpty { return .byServer }
    return transport?.isEndedByPeer ?? true ? .byClient : .byServer
  }

  private func oddity(
    _ transport: Sockets.Transport?, _ complaints: [String]
  ) -> (complaint: String, isByLibrary: Bool)? {
    // The library also logs that the client goes away during a reply, which is no mistake.
    if let exchange, exchange.isAnswering { return nil }
    if !complaints.isEmpty {
      let words = complaints.joined(separator: " ")
      return ("libmicrohttpd refused what the client sent: \(words)", true)
    }
    guard transport?.isEndedByPeer ?? true else {
      return (
        "libmicrohttpd closed the connection, because what the client sent is not a request.", true
      )
    }
    if let exchange {
      return exchange.isComplete
        ? nil : ("The connection ended within the body of a request.", false)
    }
    // FIN counts as an octet.
    guard let transport, let understood, transport.received > understood &+ 1 else { return nil }
    return ("The connection ended within the head of a request.", false)
  }
}
