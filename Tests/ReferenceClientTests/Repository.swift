// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The repository that the tests are part of.
enum Repository {
  /// The package's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
