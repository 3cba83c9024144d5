// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the tests find the repository's files.
enum Repository {
  /// The package's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The test's own files.
  static let fixtures = root.appending(path: "Tests/ScenariosTests/Fixtures")

  /// The files of the repository's scenarios; the lists that they refer to stand beside their
  /// folders.
  static let scenarios = files(in: root.appending(path: "Scenarios"), ending: "yaml").filter {
    $0.deletingLastPathComponent().lastPathComponent != "Scenarios"
  }

  /// The files of a folder and the folders below it that end so, sorted.
  static func files(in folder: URL, ending: String) -> [URL] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (found?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
  }
}
