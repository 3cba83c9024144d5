// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// Every suite that waits has threads of its own, so that no wait keeps other tests from running.
@Suite("Suites that wait", .onOwnThreads)
struct WaitingSuitesTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func files(_ target: String) throws -> [String] {
    let folder = tests.appending(path: target)
    var files: [String] = []
    for case let path as String in FileManager.default.enumerator(atPath: folder.path) ?? .init()
    where path.hasSuffix(".swift") {
      files.append(try String(contentsOf: folder.appending(path: path), encoding: .utf8))
    }
    return files
  }

  @Test("Each has .onOwnThreads")
  func all() throws {
    var count = 0
    for target in try FileManager.default.contentsOfDirectory(atPath: Self.tests.path)
    where target.hasSuffix("Tests") {
      let suites = WaitingSuites(try Self.files(target))
      count += suites.count
      #expect(suites.withoutTrait == [], "\(target): add .onOwnThreads to @Suite")
    }
    #expect(count > 100)
  }

  @Test(
    "One that waits without it is noticed",
    arguments: [
      "Thread.sleep(forTimeInterval: 1)", "let process = Process()", "let loop = EventLoop()",
      "_ = Stand()",
    ])
  func noticed(_ line: String) {
    func waiting(_ suite: String, more: String) -> [String] {
      WaitingSuites([
        "struct Stand { let loop = EventLoop() }\n",
        "\(suite) struct ATests {\n  @Test func a() { \(more) }\n}\n",
      ]).withoutTrait
    }
    #expect(waiting("@Suite", more: line) == ["ATests"])
    #expect(waiting("@Suite(\"A\", .serialized)", more: line) == ["ATests"])
    #expect(waiting("@Suite(\"A\", .onOwnThreads)", more: line) == [])
    #expect(waiting("@Suite(\n  \"A (a)\", .onOwnThreads,\n  .serialized)\n", more: line) == [])
    #expect(waiting("@Suite", more: "let a = 1") == [])
  }

  @Test("Tests in an extension belong to the suite")
  func extended() {
    let suites = WaitingSuites([
      "@Suite struct ATests {\n}\n",
      "extension ATests {\n  @Test func a() { Thread.sleep(forTimeInterval: 1) }\n}\n",
    ])
    #expect(suites.withoutTrait == ["ATests"])
    #expect(suites.count == 1)
  }
}
