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
    /// Octets that are repeated. Long texts are kept like this, because a catalogue is in memory as
    /// long as the program runs.
    case repetition(Octets, count: Int)
    /// A part of the address of a server of the case.
    case address(server: String, part: AddressPart)
    /// The number of times that the reply has been played in this case, from 1, for nonces that are
    /// used once.
    case serial

    /// Its octets; `nil` for a placeholder.
    package var octets: Octets? {
      switch self {
      case .literal(let octets): octets
      case .repetition(let once, let count): Octets(Template.repeated(once.array, count: count))
      case .address, .serial: nil
      }
    }

    /// The number of its octets; `nil` for a placeholder.
    package var count: Int? {
      switch self {
      case .literal(let octets): octets.count
      case .repetition(let once, let count): once.count * count
      case .address, .serial: nil
      }
    }
  }

  /// The pieces in order.
  package var pieces: [Piece]

  package init(_ pieces: [Piece]) { self.pieces = pieces }

  package init(_ octets: Octets) { pieces = [.literal(octets)] }

  /// The octets; `nil` if there are placeholders.
  package var constant: Octets? {
    if pieces.count == 1 { return pieces[0].octets }
    guard isConstant else { return nil }
    return Octets(pieces.flatMap { $0.octets?.array ?? [] })
  }

  /// `true` if there are no placeholders.
  package var isConstant: Bool { pieces.allSatisfy { $0.count != nil } }

  /// Repeats octets by doubling them, which takes a logarithmic number of copies.
  package static func repeated(_ once: [UInt8], count: Int) -> [UInt8] {
    if once.count == 1 { return Array(repeating: once[0], count: count) }
    let total = once.count * count
    guard total > 0 else { return [] }
    var all = once
    all.reserveCapacity(total)
    while all.count <= total - all.count { all += all }
    all += all.prefix(total - all.count)
    return all
  }
}

extension Template: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(Octets(text)) }
}
