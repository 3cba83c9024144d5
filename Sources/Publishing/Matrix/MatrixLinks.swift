// SPDX-License-Identifier: Apache-2.0

import Reporting

/// The links from the page of a matrix to other files, relative to its folder.
package struct MatrixLinks: Sendable {
  /// The path from the page to the folder in which authspec was run: `../`. `nil` if it is not
  /// known, so that files are named without links.
  package var root: String?
  /// Whether there is a page of defects that were found with authspec.
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

  /// The link to the page of defects; `nil` if there is none.
  var found: String? { hasFound ? root.map { "\($0)docs/found.md" } : nil }
}
