// SPDX-License-Identifier: Apache-2.0

/// A requirement for clients.
package struct Requirement: Hashable, Sendable {
  /// How the source states it without a keyword of RFC 2119.
  package enum Basis: String, Hashable, Sendable, CaseIterable {
    /// The source defines something.
    case definition
  }

  /// The party that the source binds.
  package enum Duty: String, Hashable, Sendable, CaseIterable {
    /// The client under test.
    case client
    /// The program that uses the client, or its user.
    case caller
    /// The server or proxy.
    case server
  }

  /// `R` and a number: `R083`.
  package var id = ""
  /// Its level.
  package var level = Level.note
  /// Its source, such as `RFC 7616 3.3`.
  package var source = ""
  /// How the source states it without a keyword; `nil` if it uses a keyword or does not state it.
  package var basis: Basis?
  /// The party that the source binds.
  package var duty = Duty.client
  /// The behaviour of the client, in the project's words.
  package var text = ""
  /// A quotation of the source with its keyword; `[…]` marks omissions. `nil` if there is none.
  package var sentence: String?
  /// Why no check of it can fail a client; `nil` if a check can.
  package var observation: String?
  /// Why scenarios of other requirements notice each of its faults too; `nil` if it has a fault
  /// that only its own scenarios notice.
  package var sharedFaults: String?
  /// What shows that a client breaks it; `nil` if everything does that a check can observe. A
  /// requirement of level must or should has it: its sentence is quoted for nothing else.
  package var evidence: Set<Evidence>?
  /// Its location in the file.
  package var location: SourceLocation

  package init(location: SourceLocation) { self.location = location }
}
