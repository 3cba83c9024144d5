// SPDX-License-Identifier: Apache-2.0

/// An error in a DER encoding: its offset, and what is wrong there.
package struct DERError: Error, Hashable, Sendable {
  package enum Problem: Hashable, Sendable, CaseIterable {
    /// The octets end within an element.
    case endsTooEarly
    /// An element with another tag is expected.
    case unexpectedElement
    /// A length is indefinite, or has more octets than it needs (X.690 10.1).
    case lengthIsNotDER
    /// A length takes more than four octets.
    case lengthIsTooLarge
    /// There are octets after the last element.
    case octetsAfterTheEnd
    /// The octets of a value are not an encoding of its type.
    case badValue
  }

  /// The offset of the octet from the start of the token.
  package var offset: Int
  package var problem: Problem
}

extension DERError: CustomStringConvertible {
  /// `at octet 12: the octets end within an element`.
  package var description: String {
    let words =
      switch problem {
      case .endsTooEarly: "the octets end within an element"
      case .unexpectedElement: "another element is expected"
      case .lengthIsNotDER: "the length is not encoded in DER"
      case .lengthIsTooLarge: "the length is larger than any token"
      case .octetsAfterTheEnd: "there are octets after the last element"
      case .badValue: "the value is not of its type"
      }
    return "at octet \(offset): \(words)"
  }
}
