// SPDX-License-Identifier: Apache-2.0

import Foundation

/// clang, which comes with Swift: some clients for tests are written in C.
enum CCompiler {
  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/clang" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Runs it with these words in a folder; `false` if it would not.
  static func run(_ words: [String], in place: Workplace) throws -> Bool {
    guard let path else { return false }
    return try ProgramRun(words, in: place.path, program: URL(filePath: path)).status == 0
  }

  /// A file of the folder Tools/Fuzz.
  static func source(_ name: String) -> String {
    CatalogueFixture.root.appending(path: "Tools/Fuzz/\(name)").path
  }
}
