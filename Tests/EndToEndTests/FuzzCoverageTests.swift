// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

@Suite(
  "Clients that count their edges", .onOwnThreads,
  .enabled(if: CCompiler.path != nil, "there is no clang"))
struct FuzzCoverageTests {
  /// A client that counts the edges of its code as AFL's clients do, or the same client without;
  /// `false` if the compiler would not.
  private func build(in place: Workplace, counts: Bool) throws -> Bool {
    let folder = CCompiler.source("CoverageClient")
    let guards = counts ? ["-fsanitize-coverage=trace-pc-guard"] : []
    guard
      try CCompiler.run(
        ["-O1", "-c", "\(folder)/client.c", "-o", "client.o"] + guards, in: place)
    else { return false }
    guard counts else { return try CCompiler.run(["client.o", "-o", "client"], in: place) }
    return try CCompiler.run(["-O1", "-c", "\(folder)/runtime.c", "-o", "runtime.o"], in: place)
      && CCompiler.run(["client.o", "runtime.o", "-o", "client"], in: place)
  }

  /// A campaign that ends with the first finding, and the sentences of what it finds.
  private func campaign(
    counts: Bool, seed: String, runs: Int
  ) throws -> (run: ProgramRun, found: [String]) {
    let place = try Workplace()
    try #require(try build(in: place, counts: counts))
    // What clients can do is tried with the plain cases among the scenarios.
    let run = try ProgramRun(
      [
        "fuzz", "--command", "\(place.path)/client {url} {user} {password}", "--no-seeds",
        "--no-junit", "--seed", seed, "--runs", "\(runs)", "--findings", "1",
      ], in: place.path,
      environment: ["AUTHSPEC_SCENARIOS": CatalogueFixture.root.appending(path: "Scenarios").path])
    let ids = try FileManager.default.contentsOfDirectory(
      atPath: "\(place.path)/Reports/findings"
    ).filter { $0 != "suspected" }
    return (run, try ids.map { try place.text("Reports/findings/\($0)/about.txt") })
  }

  @Test(
    "guide the fuzzer by them: a crash behind comparisons is found that is not found without",
    arguments: ["3"])
  func guided(seed: String) throws {
    let guided = try campaign(counts: true, seed: seed, runs: 6_000)
    #expect(guided.run.status == 1, "\(guided.run.output)\(guided.run.errors)")
    #expect(guided.run.output.contains(" edges"), "\(guided.run.output)")
    #expect(guided.found.contains { $0.contains("SIGABRT") }, "\(guided.found)")
    // As many inputs as it took.
    let runs = try #require(
      guided.run.output.split(separator: "\n").last?.split(separator: " ").first)
    let count = try #require(Int(runs.filter(\.isNumber)))
    let plain = try campaign(counts: false, seed: seed, runs: count)
    #expect(plain.run.status == 0, "\(plain.run.output)\(plain.run.errors)")
    #expect(plain.run.output.contains("\(runs) inputs"), "\(plain.run.output)")
    #expect(!plain.run.output.contains(" edges"), "\(plain.run.output)")
    #expect(plain.found.isEmpty, "\(plain.found)")
  }
}
