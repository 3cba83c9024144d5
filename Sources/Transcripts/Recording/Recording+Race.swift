// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Recording {
  /// `true` if a server ended a connection without announcing it. What the client does then depends
  /// on whether it has seen the end before it sends its next request, so the play may have been a
  /// race: "a client might have started to send a new request at the same time that the server has
  /// decided to close the 'idle' connection" (RFC 9112 9.5).
  package var mayHaveBeenRace: Bool {
    connections.indices.contains { index in
      switch connections[index].end {
      case .reset: true
      case .byServer: !isEndAnnounced(of: index)
      case .byClient, .tunnel, nil: false
      }
    }
  }

  /// `true` if the last reply on a connection announced its end.
  private func isEndAnnounced(of connection: Int) -> Bool {
    guard let last = exchanges.last(where: { $0.connection == connection }) else { return false }
    return last.replied != nil && last.reply?.afterwards == .close
  }
}
