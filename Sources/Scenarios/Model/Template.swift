// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Octets with places that are filled in only when a case is played, as ports are not known before.
package struct Template: Hashable, Sendable {
  /// Which part of a server's address.
  package enum AddressPart: String, Hashable, Sendable, CaseIterable {
    /// `http://127.0.0.2:4012`
    case url
    /// `127.0.0.2:4012`
    case authority
    /// `127.0.0.2`
    case host
    /// `4012`
    case port
  }

  /// One piece.
  package enum Piece: Hashable, Sendable {
    /// These octets.
    case literal(Octets)
    /// The address of a server of the case, by name.
    case address(server: String, part: AddressPart)
    /// How often the reply has been played in this case, from 1: makes every nonce new.
    case serial
  }

  /// The pieces in order.
  package var pieces: [Piece]

  package init(_ pieces: [Piece]) { self.pieces = pieces }

  package init(_ octets: Octets) { pieces = [.literal(octets)] }

  /// The octets, when there is no place to fill in.
  package var constant: Octets? {
    switch pieces.count {
    case 0: ""
    case 1: if case .literal(let octets) = pieces[0] { octets } else { nil }
    default: nil
    }
  }

  /// `true` if there is no place to fill in.
  package var isConstant: Bool { constant != nil }
}

extension Template: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(Octets(text)) }
}
