// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A question that the client is to ask its user for credentials.
///
/// Parts that are `nil` match any question.
package struct QuestionExpectation: Hashable, Sendable {
  /// The server that challenged, by name: it decides the question's target and URL.
  package var server: String?
  /// The path and query of the question's URL; a `*` at the end stands for anything.
  package var path: Template?
  /// The realm.
  package var realm: Octets?
  /// The scheme, in lower case.
  package var scheme: String?
  /// The scope that the server asks for (RFC 6750 3).
  package var scope: Octets?
  /// How many logins were refused before it, in the same request, for the same server and realm.
  package var failures: Int?
  /// Its location in the file.
  package var location: SourceLocation
}
