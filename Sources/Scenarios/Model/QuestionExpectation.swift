// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// An expected question for credentials. Parts that are `nil` match any question.
package struct QuestionExpectation: Hashable, Sendable {
  /// The name of the server that sent the challenge, which is the question's target.
  package var server: String?
  /// The path and query of the question's URL; a `*` at the end stands for anything.
  package var path: Template?
  package var realm: Octets?
  /// The scheme, in lower case.
  package var scheme: String?
  /// The scope that the server asks for (RFC 6750 3).
  package var scope: Octets?
  /// The number of logins that were refused before, in the same request, for the same server and
  /// realm.
  package var failures: Int?
  /// Its location in the file.
  package var location: SourceLocation

  package init(location: SourceLocation) { self.location = location }
}
