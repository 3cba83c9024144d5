// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Every source file names its license in one of its first three lines.
@Suite("License lines")
struct LicenseLineTests {
  static let line = "SPDX-License-Identifier: Apache-2.0"
  static let extensions: Set<String> = [
    "swift", "c", "h", "py", "rb", "pl", "pm", "php", "js", "mjs", "java", "go", "sh", "bash",
  ]

  static func names(_ text: String) -> Bool {
    text.split(separator: "\n", omittingEmptySubsequences: false).prefix(3)
      .contains { $0.hasSuffix(line) }
  }

  @Test func everySourceFileHasOne() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    var seen = 0
    var missing: [String] = []
    for folder in ["Sources", "Tests", "Tools", "Examples", "Clients"] {
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      for case let path as String in files ?? .init() where !path.contains("/Fixtures/") {
        let isScript = folder == "Tools" && path.hasPrefix("scripts/") && !path.contains(".")
        guard isScript || Self.extensions.contains((path as NSString).pathExtension) else {
          continue
        }
        seen += 1
        let file = root.appending(path: "\(folder)/\(path)")
        let text = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        if !Self.names(text) { missing.append("\(folder)/\(path)") }
      }
    }
    #expect(missing.isEmpty)
    #expect(seen > 800)
  }

  @Test func aFileWithoutOneIsNoticed() {
    #expect(Self.names("#!/bin/sh\n# \(Self.line)\n"))
    #expect(!Self.names("import HTTPAuth\n"))
    #expect(!Self.names("\n\n\n// \(Self.line)\n"))
  }
}
