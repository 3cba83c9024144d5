// SPDX-License-Identifier: Apache-2.0

import Platform

/// The files of what scenarios refer to by id, which are in the folder of scenarios or above it.
package enum ReferenceFiles {
  static let requirements = CompanionFile.requirements.rawValue
  static let behaviours = CompanionFile.behaviours.rawValue
  static let leaks = CompanionFile.leaks.rawValue

  /// The names of files in a folder of scenarios that are not scenarios.
  static let names: Set<String> = [requirements, behaviours, leaks]

  /// The nearest requirements.yaml in a folder or above it; `nil` if there is none. The other files
  /// stand beside it.
  package static func nearest(from folder: String) -> String? {
    var folder = folder
    for _ in 0..<64 {
      let candidate = folder == "." ? requirements : "\(folder)/\(requirements)"
      if FileReading.kind(of: candidate) == .file { return candidate }
      // A path of the current folder ends there, an absolute one at the root.
      if folder == "." || folder == "/" || folder == ".." || folder.hasSuffix("/..") { return nil }
      folder = FileReading.parent(of: folder)
    }
    return nil
  }

  /// The nearest requirements of each file, each once, in order.
  static func all(for files: [FoundScenarios.File]) -> [String] {
    var byFolder: [String: String?] = [:]
    var found: Set<String> = []
    for file in files {
      let folder = FileReading.parent(of: file.path)
      if byFolder.index(forKey: folder) == nil { byFolder[folder] = nearest(from: folder) }
      if let requirements = byFolder[folder] ?? nil { found.insert(requirements) }
    }
    return found.sorted()
  }
}
