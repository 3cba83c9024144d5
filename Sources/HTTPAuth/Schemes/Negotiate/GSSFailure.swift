// SPDX-License-Identifier: Apache-2.0

/// A failure of GSS-API (RFC 2743 1.2.1), with the message of Kerberos.
package struct GSSFailure: Error, Hashable, Sendable {
  /// The reason, from the minor status of Kerberos, or else from the routine error in the major
  /// status.
  package enum Reason: String, Hashable, Sendable {
    /// The ticket has expired.
    case expired
    /// The ticket is not valid yet.
    case notYetValid
    /// The clocks of the two sides are too far apart.
    case clockSkew
    /// The ticket or the authenticator was not made with the key, or was changed.
    case integrity
    /// The acceptor has no key for the service of the ticket.
    case noKey
    /// The ticket is for another server.
    case service
    /// The request was seen before.
    case replay
    /// There is no ticket.
    case noTicket
    /// No KDC answers.
    case noKDC
    /// The channel bindings are those of another channel.
    case bindings
    /// The MIC of the list of mechanisms is missing or wrong.
    case listChecksum
    /// The token is damaged, or is no token.
    case token
    /// The mechanism is not Kerberos.
    case mechanism
    /// Anything else.
    case other
  }

  package var reason: Reason
  /// The major status.
  package var major: UInt32
  /// The minor status, of the mechanism.
  package var minor: UInt32
  /// The library's messages for both.
  package var words: String

  package init(reason: Reason, major: UInt32, minor: UInt32, words: String) {
    self.reason = reason
    self.major = major
    self.minor = minor
    self.words = words
  }

  /// The failure of a status.
  package init(major: UInt32, minor: UInt32, words: String) {
    self.init(
      reason: Reason(routine: major >> 16 & 0xFF, code: Int32(bitPattern: minor)), major: major,
      minor: minor, words: words)
  }
}

extension GSSFailure.Reason {
  /// The numbers of Kerberos are those of RFC 4120 7.5.9 and of MIT's own errors, counted from
  /// -1765328384; the routine errors are those of RFC 2744 3.9.1.
  fileprivate init(routine: UInt32, code: Int32) {
    switch Int64(code) + 1_765_328_384 {
    case 32: self = .expired
    case 33: self = .notYetValid
    case 34: self = .replay
    case 37: self = .clockSkew
    case 31, 41: self = .integrity
    case 35, 44, 45, 180, 181, 230: self = .noKey
    case 139, 141, 143, 195: self = .noTicket
    case 156: self = .noKDC
    default:
      switch routine {
      // GSS_S_BAD_MECH, GSS_S_BAD_BINDINGS, GSS_S_BAD_SIG, GSS_S_NO_CRED, GSS_S_DEFECTIVE_TOKEN
      case 1: self = .mechanism
      case 4: self = .bindings
      case 6: self = .integrity
      case 7: self = .noTicket
      case 9: self = .token
      default: self = .other
      }
    }
  }
}

extension GSSFailure: CustomStringConvertible {
  package var description: String { words }
}
