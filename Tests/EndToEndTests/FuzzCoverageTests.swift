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

  /// A seed, and so many inputs, with which the edges lead to the fault.
  static let (seed, runs) = ("3", "2000")

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
  /// What a campaign of the same inputs says, and the crashes that it finds.
  private func campaign(counts: Bool) throws -> (said: String, crashes: [String]) {
    let place = try Workplace()
    try #require(try CoverageClient.build(into: place, counts: counts))
    let run = try ProgramRun(
      [
        "fuzz", "--command", "\(place.path)/client {url} {user} {password}", "--no-seeds",
        "--no-junit", "--seed", CoverageClient.seed, "--runs", CoverageClient.runs,
      ], in: place.path, environment: ["AUTHSPEC_SCENARIOS": CoverageClient.scenarios], seconds: 400
    )
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    let findings = try FileManager.default.contentsOfDirectory(
      atPath: "\(place.path)/Reports/findings")
    let crashes = try findings.filter { $0.hasPrefix("client-is-sound-") }.map {
      try place.text("Reports/findings/\($0)/about.txt")
    }
    return (run.output, crashes)
  }

  @Test("guide the fuzzer by them: a crash behind comparisons is found that is not found without")
  func guided() throws {
    let guided = try campaign(counts: true)
    #expect(guided.said.contains(" edges"), "\(guided.said)")
    #expect(guided.crashes.contains { $0.contains("SIGABRT") }, "\(guided.said)")
    let plain = try campaign(counts: false)
    #expect(!plain.said.contains(" edges"), "\(plain.said)")
    #expect(plain.crashes.isEmpty, "\(plain.crashes)")
  }
}
