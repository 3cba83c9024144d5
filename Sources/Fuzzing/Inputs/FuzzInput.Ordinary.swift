import HTTPAuth

extension FuzzInput {
  /// True where nothing is unusual about the messages but what their fields say, and their ends are where both sides see
  /// them: nothing is left on a connection that the next input could be taken for. What a client makes of such an input it
  /// makes on any connection.
  var isOrdinary: Bool { replies.indices.allSatisfy { replies[$0].isOrdinary } }

  /// True where a connection is reset, which is TCP's own.
  var takesTCP: Bool { replies.indices.contains { replies[$0].connection == .reset } }

  /// Octets of all lines as they go over the wire.
  var octetsOfLines: Int { replies.indices.reduce(0) { $0 + replies[$1].octetsOfLines } }
}

extension FuzzReply {
  /// Octets in a head that every client must be able to read; RFC 9110 5.4 leaves the limit open.
  static let mostOctets = 8_000

  fileprivate var isOrdinary: Bool {
    guard connection != .reset, let status, status != 204, status != 304 else { return false }
    return lines.indices.allSatisfy { lines[$0].isOrdinary }
      && octetsOfLines <= FuzzReply.mostOctets
      && interim.allSatisfy { $0.line?.isOrdinary ?? true }
  }

  /// Octets of its lines as they go over the wire.
  var octetsOfLines: Int {
    lines.indices.reduce(0) { $0 + lines[$1].name.count + lines[$1].value.writtenCount }
  }
}

extension FuzzLine {
  fileprivate var isOrdinary: Bool {
    (isHarmless || isChallenge || isMisplaced || name.matches("Location"))
      && value.isPlainOrFolded
  }

  /// True for a line that belongs into a request, and for one that is nearly named as challenges are: neither says anything of
  /// the connection.
  private var isMisplaced: Bool {
    name.matches("Authorization") || name.matches("Www-Authenticat")
  }

  /// True for a line that says nothing about authentication, nor about the message.
  var isHarmless: Bool {
    let isKnown =
      name.matches("X-A") || name.matches("Date") || name.matches("Server") || name.matches("Via")
      || name.matches("Link") || name.matches("Set-Cookie")
    return isKnown && value.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}

extension Octets {
  /// True where no line break stands in them but before a blank that something follows (RFC 9112 5.2).
  var isPlainOrFolded: Bool { withBlanksForControls == nil }
}
