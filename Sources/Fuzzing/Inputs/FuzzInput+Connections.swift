// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension FuzzInput {
  /// `true` if only the fields of the messages are unusual, and both sides agree where messages
  /// end. Then nothing is left on the connection for the next input, and the client behaves the
  /// same on any connection.
  var leavesConnectionClean: Bool {
    replies.indices.allSatisfy { replies[$0].leavesConnectionClean }
  }

  /// `true` if a connection is reset, which sockets of the Unix domain cannot do.
  var needsTCP: Bool { replies.indices.contains { replies[$0].connection == .reset } }

  /// The octets of all lines as they are sent.
  var octetsOfLines: Int { replies.indices.reduce(0) { $0 + replies[$1].octetsOfLines } }
}

extension FuzzReply {
  /// The octets of a head that every client must be able to read. RFC 9110 5.4 sets no limit.
  static let maxHeadOctets = 8_000

  fileprivate var leavesConnectionClean: Bool {
    guard connection != .reset, let status, status != 204, status != 304 else { return false }
    return lines.indices.allSatisfy { lines[$0].leavesConnectionClean }
      && octetsOfLines <= FuzzReply.maxHeadOctets
      && interim.allSatisfy { $0.line?.leavesConnectionClean ?? true }
  }

  /// The octets of its lines as they are sent.
  var octetsOfLines: Int {
    lines.indices.reduce(0) { $0 + lines[$1].name.count + lines[$1].value.writtenCount }
  }
}

extension FuzzLine {
  fileprivate var leavesConnectionClean: Bool {
    (isHarmless || isChallenge || isMisplaced || name.matches("Location"))
      && value.hasNoControlsButFolds
  }

  /// `true` for a field of requests, and for a name like that of challenges. Neither affects the
  /// connection.
  private var isMisplaced: Bool {
    name.matches("Authorization") || name.matches("Www-Authenticat")
  }

  /// `true` for a line that affects neither authentication nor framing.
  var isHarmless: Bool {
    FuzzLine.harmlessNames.contains { name.matches($0) }
      && value.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
  private static let harmlessNames: [StaticString] = [
    "X-A", "Date", "Server", "Via", "Link", "Set-Cookie",
  ]
}

extension Octets {
  /// `true` if every line break in them is that of a fold (RFC 9112 5.2), and there is no other
  /// control.
  var hasNoControlsButFolds: Bool { withBlanksForControls == nil }
}
