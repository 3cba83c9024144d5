// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the tests find the repository's files.
enum Repository {
  /// The package's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
