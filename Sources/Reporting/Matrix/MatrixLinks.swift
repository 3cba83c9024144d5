// SPDX-License-Identifier: Apache-2.0

/// Where the page of a matrix finds the files that it names, from its own folder.
package struct MatrixLinks: Sendable {
  /// The way from the page to the folder in which authspec was run, in front of the names of
  /// scenarios' files: `../`; `nil` if it is not known, so that files are only named.
  package var root: String?
  /// The page of defects that were found with authspec is there.
  package var hasFound: Bool

  package init(root: String? = nil, hasFound: Bool = false) {
    self.root = root
    self.hasFound = hasFound
  }

  /// The links of a page in a folder that is named as on the command line.
  package init(fromPageIn folder: String, hasFound: Bool) {
    let parts = folder.split(separator: "/").filter { $0 != "." }
    if folder.hasPrefix("/") || parts.contains("..") {
      self.init()
    } else {
      self.init(root: String(repeating: "../", count: parts.count), hasFound: hasFound)
    }
  }

  /// The page of defects.
  var found: String? { hasFound ? root.map { "\($0)docs/found.md" } : nil }
}
