// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

@Suite("The matrix", .onOwnThreads)
struct MatrixTests {
  private static func place() throws -> Workplace {
    try Workplace([
      "Scenarios/basic/good.yaml": Workplace.scenario(),
      "Scenarios/basic/wrong.yaml": Workplace.scenario(
        title: "A login ends with a teapot", status: 418),
    ])
  }

  @Test("All clients are played to, in parallel, and their results kept")
  func kept() throws {
    let place = try MatrixTests.place()
    let run = try place.run("matrix", "--jobs", "2")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("libcurl"))
    #expect(run.output.contains("4 cases: 2 passed, 2 failed"))
    #expect(place.exists("Reports/clients/reference-1.txt"))
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path + "/Reports/clients")
    #expect(names.count == 3)
    #expect(names.contains("exchanges"))
    let page = try place.text("Reports/index.html")
    #expect(page.contains("aria-label=\"reference 1, basic: 2 failed, 2 passed\">2/4</a>"))
    #expect(page.contains("<html lang=\"en\" data-root=\"../\">"))
    let badge = try place.text("Reports/badges/reference.svg")
    #expect(badge.contains("aria-label=\"authspec 2/4\""))
    try place.write("old", to: "Reports/badges/gone.svg")
    let again = try place.run("matrix", "--no-play")
    #expect(again.status == 0)
    #expect(!place.exists("Reports/badges/gone.svg"))
    #expect(try place.text("Reports/badges/reference.svg") == badge)
    #expect(try place.text("Reports/README.md").contains("| basic | 2/4 | 2/4 |"))
    let silent = try place.run("matrix", "--no-play", "--reports", "Elsewhere")
    #expect(silent.output.isEmpty)
    #expect(try place.text("Elsewhere/README.md").contains("The results of 0 clients for "))
    try place.write("nonsense", to: "Reports/clients/wget-1.txt")
    let spoilt = try place.run("matrix", "--no-play")
    #expect(spoilt.status == 3)
    #expect(spoilt.errors.contains("Reports/clients/wget-1.txt: not a file of results"))
    #expect(try place.text("Reports/index.html") == page)
    // Earlier versions kept JSON, which says what to do.
    try place.write("{\"authspecResults\":1}", to: "Reports/clients/wget-1.json")
    let old = try place.run("matrix", "--no-play")
    #expect(old.status == 3)
    #expect(old.errors.contains("play the client again (authspec-maintain matrix CLIENT --again)"))
  }

  @Test("A second run plays nothing again, until a scenario changes or it is told to")
  func resumed() throws {
    let place = try MatrixTests.place()
    _ = try place.run("matrix", "reference")
    let first = try place.text("Reports/clients/reference-1.txt")
    let second = try place.run("matrix", "reference")
    #expect(second.output == "reference 1: finished before\n")
    let again = try place.run("matrix", "reference", "--again")
    #expect(again.output.hasPrefix("reference 1: 4 cases"))
    #expect(try place.text("Reports/clients/reference-1.txt") == first)
    try place.write(Workplace.scenario(ways: ["c"]), to: "Scenarios/basic/good.yaml")
    let changed = try place.run("matrix", "reference")
    #expect(changed.output.hasPrefix("reference 1: 3 cases"))
  }

  @Test("One scenario is played again, and the results of the others stay")
  func oneScenario() throws {
    let place = try MatrixTests.place()
    let early = try place.run("matrix", "reference", "--scenario", "basic/good")
    #expect(early.status == 3)
    #expect(early.errors.contains("reference 1 has no results to which"))
    _ = try place.run("matrix", "reference")
    try place.write(Workplace.scenario(ways: ["c"]), to: "Scenarios/basic/good.yaml")
    let one = try place.run("matrix", "reference", "--scenario", "basic/good")
    #expect(one.output.hasPrefix("reference 1: 1 case: 1 passed"), "\(one.output)")
    // Two cases of the other scenario are broken, as before.
    let report = try place.text("Reports/README.md")
    #expect(report.contains("| basic | 2/3 |"), "\(report)")
    #expect(try place.run("matrix", "reference", "--scenario", "basic/god").status == 2)
  }

  @Test("A client that there is not is wrong usage, and so is a scenario that is not valid")
  func usage() throws {
    let place = try MatrixTests.place()
    let unknown = try place.run("matrix", "libcrul")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("no client is named 'libcrul'; did you mean 'libcurl'?"))
    try place.write("title: 1\n", to: "Scenarios/basic/bad.yaml")
    let bad = try place.run("matrix", "reference")
    #expect(bad.status == 2)
    #expect(bad.errors.contains("Scenarios/basic/bad.yaml:1"))
    #expect(!place.exists("Reports"))
  }

  @Test("Two runs are compared; only what fails newly makes the status 1")
  func difference() throws {
    let place = try MatrixTests.place()
    _ = try place.run(
      "run", "--client", "reference", "--no-junit", "--quiet", "--json", "before.json")
    _ = try place.run("matrix", "reference")
    let kept = "Reports/clients/reference-1.txt"
    let same = try place.run("diff", "before.json", kept)
    #expect(same.status == 0, "\(same.errors)")
    #expect(
      same.output.hasSuffix(
        "0 newly failing, 0 newly passing, 0 changed, 0 added, 0 removed, 4 the same\n"))
    try place.write(
      Workplace.scenario(title: "A login ends with a teapot"), to: "Scenarios/basic/wrong.yaml")
    _ = try place.run("matrix", "reference")
    let mended = try place.run("diff", "before.json", kept)
    #expect(mended.status == 0)
    #expect(mended.output.contains("2 newly passing"))
    let broken = try place.run("diff", kept, "before.json")
    #expect(broken.status == 1)
    #expect(broken.output.contains("pass → fail  basic/wrong[way=a]  "), "\(broken.output)")
    let markdown = try place.run("diff", kept, "before.json", "--markdown")
    #expect(markdown.status == 1)
    #expect(markdown.output.hasPrefix("### authspec: reference 1 → reference 1\n"))
    #expect(markdown.output.contains("#### 2 newly failing\n\n**"))
    #expect(markdown.output.contains("| `basic/wrong[way=a]` | pass | fail | `"))
    #expect(try place.run("diff", kept, kept, "--json", "--markdown").status == 2)
    let json = try place.run("diff", kept, "before.json", "--json")
    #expect(json.status == 1)
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect((object?["newlyFailing"] as? [Any])?.count == 2)
  }

  @Test("Files that cannot be compared are wrong usage")
  func incomparable() throws {
    let place = try MatrixTests.place()
    #expect(try place.run("diff", "a.json").errors.contains("expected two files"))
    try place.write("{}", to: "a.json")
    let run = try place.run("diff", "a.json", "b.json")
    #expect(run.status == 2)
    #expect(run.errors.contains("a.json: not a file of results"))
    #expect(run.errors.contains("b.json: No such file"))
  }
}
