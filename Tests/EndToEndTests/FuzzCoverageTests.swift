import Foundation
import Testing

/// A client that counts the edges of its code as AFL's clients do, and the same client without.
struct CoverageClient {
  /// Where its sources are.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzz/CoverageClient")

  /// What clients can do is tried with the plain cases among the scenarios.
  static let scenarios = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scenarios").path

  static let compiler: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/clang" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Builds it; false where the compiler would not.
  static func build(into place: Workplace, counts: Bool) throws -> Bool {
    guard let compiler else { return false }
    func compile(_ words: [String]) throws -> Bool {
      try ProgramRun(words, in: place.path, program: URL(filePath: compiler)).status == 0
    }
    let guards = counts ? ["-fsanitize-coverage=trace-pc-guard"] : []
    guard
      try compile(
        ["-O1", "-c", folder.appending(path: "client.c").path, "-o", "client.o"] + guards)
    else { return false }
    guard counts else { return try compile(["client.o", "-o", "client"]) }
    return try compile(["-O1", "-c", folder.appending(path: "runtime.c").path, "-o", "runtime.o"])
      && compile(["client.o", "runtime.o", "-o", "client"])
  }
}

@Suite(
  "Clients that count their edges",
  .enabled(if: CoverageClient.compiler != nil, "there is no clang"))
struct FuzzCoverageTests {
  private func corpus(counts: Bool) throws -> (count: Int, said: String) {
    let place = try Workplace()
    try #require(try CoverageClient.build(into: place, counts: counts))
    let run = try ProgramRun(
      [
        "fuzz", "--command", "\(place.path)/client {url} {user} {password}", "--no-seeds", "--seed",
        "1",
        "--runs", "500", "--corpus", "c",
      ], in: place.path, environment: ["AUTHSPEC_SCENARIOS": CoverageClient.scenarios], seconds: 200
    )
    #expect(run.status <= 1, "\(run.output)\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/c")
    return (names.count, run.output)
  }

  @Test("guide the fuzzer by them: inputs join the corpus that nobody else could tell apart")
  func guided() throws {
    let (plain, said) = try corpus(counts: false)
    let (guided, told) = try corpus(counts: true)
    #expect(!said.contains(" edges"))
    #expect(told.contains(" edges"), "\(told)")
    #expect(guided > plain, "\(guided) and \(plain)")
  }
}
