// SPDX-License-Identifier: Apache-2.0

/// An error of a DER encoding: its place, and what is wrong there.
package struct DERError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Problem: Hashable, Sendable, CaseIterable {
    /// The octets end within an element.
    case endsTooEarly
    /// An element of this kind does not belong here.
    case unexpectedElement
    /// A length is indefinite, or has more octets than it needs (X.690 10.1).
    case lengthIsNotDER
    /// An element has a length that no octets of this size could have.
    case lengthIsTooLarge
    /// There are octets after the last element.
    case octetsAfterTheEnd
    /// The octets of a value are none of its type.
    case badValue
  }

  /// The offset of the octet, from the first of the token.
  package var offset: Int
  package var problem: Problem

  package init(offset: Int, problem: Problem) {
    self.offset = offset
    self.problem = problem
  }
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
