// SPDX-License-Identifier: Apache-2.0

/// A published leak of credentials, or crash, of a client.
package struct Leak: Hashable, Sendable {
  /// The published id: `CVE-2018-18074`, or `GHSA-` and three groups.
  package var id = ""
  /// The client that had it.
  package var client = ""
  /// The versions that had it, in words; `nil` if they are not known.
  package var versions: String?
  /// A sentence that describes it.
  package var text = ""
  /// Why no scenario shows it; `nil` if one does.
  package var unshown: String?
  /// Its location in the file.
  package var location: SourceLocation

  package init(location: SourceLocation) { self.location = location }

  /// The tag of the scenarios that show it.
  package var tag: String { id.lowercased() }

  /// `true` for a tag that names a leak.
  package static func isTag(_ tag: String) -> Bool {
    tag.hasPrefix("cve-") || tag.hasPrefix("ghsa-")
  }
}
