// SPDX-License-Identifier: Apache-2.0

@testable import Platform
import Foundation
import Testing

@Suite struct FileStampsTests {
  @Test func changesAreSeen() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "authspec-stamps-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appending(path: name).path }
    func write(_ text: String, _ name: String) throws {
      try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    }
    let paths = ["a", "b", "c", "d"].map(path)
    for name in ["a", "b", "c"] { try write("1", name) }
    let before = FileStamps(paths)
    #expect(before.count == 3)
    #expect(FileStamps(paths) == before)
    #expect(FileStamps(paths).changes(since: before) == [])
    try write("2", "a")
    try FileManager.default.removeItem(atPath: path("b"))
    try write("1", "d")
    #expect(FileStamps(paths).changes(since: before) == [path("a"), path("b"), path("d")])
  }

  @Test func filesBelowAFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "authspec-below-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["x", "in/y", ".hidden", "__pycache__/z"] {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    #expect(
      try FileReading.files(below: folder.path).map(\.name).sorted() == ["/in/y", "/x"])
  }
}
