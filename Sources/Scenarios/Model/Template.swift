// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Octets with placeholders that are filled in while a case is played, when ports are known.
package struct Template: Hashable, Sendable {
  /// A part of a server's address.
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

  package enum Piece: Hashable, Sendable {
    case literal(Octets)
    /// A part of the address of a server of the case.
    case address(server: String, part: AddressPart)
    /// The number of times that the reply has been played in this case, from 1, for nonces that are
    /// used once.
    case serial
  }

  /// The pieces in order.
  package var pieces: [Piece]

  package init(_ pieces: [Piece]) { self.pieces = pieces }

  package init(_ octets: Octets) { pieces = [.literal(octets)] }

  /// The octets; `nil` if there are placeholders.
  package var constant: Octets? {
    switch pieces.count {
    case 0: ""
    case 1: if case .literal(let octets) = pieces[0] { octets } else { nil }
    default: nil
    }
  }

  /// `true` if there are no placeholders.
  package var isConstant: Bool { constant != nil }
}

extension Template: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(Octets(text)) }
}
