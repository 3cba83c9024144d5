// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation
import TestThreads
import Testing

@Suite("authspec-maintain selftest", .onOwnThreads)
struct SelftestTests {
  /// A scenario that shows how Basic credentials are written.
  static let basic = Workplace.scenario().replacing(
    "level: must", with: "level: must\nrequirements: [R053]")

  func json(_ place: Workplace, _ name: String) throws -> [String: Any] {
    let text = try place.text(name)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("A fault that is killed is told with the checks that did it, and ends with 0")
  func killed() throws {
    let place = try Workplace(["Scenarios/basic/plain.yaml": Self.basic])
    let run = try place.run(
      "selftest", "--fault", "base64WithoutPadding", "--fault", "emptyPasswordLeavesNoColon",
      "--fault", "longLoginCut", "--json", "out/selftest.json")
    #expect(run.status == ExitStatus.failures.rawValue)
    let lines = run.output.split(separator: "\n").map(String.init)
    // No password is empty, none is long: what survives comes first.
    #expect(lines.count == 5, "\(run.output)")
    #expect(
      lines.first
        == "SURVIVED  emptyPasswordLeavesNoColon (R060): It omits the colon if the password is empty. No case reaches it."
    )
    #expect(
      lines.dropFirst(2).first
        == "killed    base64WithoutPadding (R053): It omits the padding of Base64.")
    #expect(
      lines.dropFirst(3).first?.contains("basic/plain: 1.origin.exchanges (R053)") == true)
    #expect(
      lines.last?.hasPrefix(
        "2 cases, 0 failed without a fault; 3 faults, 1 killed (1 by a check of their requirement), 2 survived; "
      ) == true)
    #expect((0...2).contains { run.errors.contains("\($0) of 2 plays, without a fault\n") })

    let report = try json(place, "out/selftest.json")
    #expect((report["reference"] as? [String: Int]) == ["cases": 2, "failed": 0])
    #expect(report["faults"] as? Int == 3)
    #expect(report["killed"] as? Int == 1)
    #expect(report["survivors"] as? [String] == ["emptyPasswordLeavesNoColon", "longLoginCut"])
    // Where not all faults were played, nobody knows of checks.
    #expect(report["vacuous"] is NSNull)

    let good = try place.run("selftest", "--fault", "base64WithoutPadding", "--jobs", "1")
    #expect(good.status == 0, "\(good.output)")
  }

  @Test("A variant that a check takes for a fault is told with the check, and ends with 1")
  func accused() throws {
    let names = ["--variant", "schemeInLowerCase", "--variant", "neverReuses"]
    let place = try Workplace(["Scenarios/basic/plain.yaml": Self.basic])
    let good = try ProgramRun(["variants"] + names, in: place.path)
    #expect(good.status == 0, "\(good.output)")
    #expect(good.output.contains("passed    schemeInLowerCase (RFC 9110 11.1): It writes"))
    #expect(
      good.output.contains("2 variants alone in 4 plays, 0 combinations in 0 plays; 0 accused"))

    let strict = Self.basic.replacing(
      "- { credentials: valid, replied: 200 }",
      with: "- { credentials: valid, header: { Authorization: { contains: Basic } }, replied: 200 }"
    )
    let other = try Workplace(["Scenarios/basic/plain.yaml": strict])
    let run = try ProgramRun(["variants"] + names, in: other.path)
    #expect(run.status == ExitStatus.failures.rawValue)
    #expect(run.output.hasPrefix("ACCUSED   schemeInLowerCase (RFC 9110 11.1): It writes"))
    #expect(run.output.contains("fail basic/plain"))
    #expect(run.output.contains("passed    neverReuses (RFC 9112 9.5): It uses"))

    let together = try place.run("variants", "--variant", "schemeInLowerCase,neverReuses")
    #expect(together.status == 0, "\(together.output)")
    #expect(together.output.contains("2 variants alone in 4 plays, 1 combination in 2 plays"))
  }

  @Test("With all faults a check that no fault breaks is vacuous, and ends with 1")
  func vacuous() throws {
    let text = Self.basic.replacing(
      "- { credentials: valid, replied: 200 }",
      with: "- { credentials: valid, header: { No-Client-Sends-This: absent }, replied: 200 }")
    let place = try Workplace(["Scenarios/basic/plain.yaml": text])
    let run = try place.run("selftest", "--json", "selftest.json")
    #expect(run.status == ExitStatus.failures.rawValue)
    let check = "basic/plain: 1.origin.2.header.no-client-sends-this"
    #expect(run.output.contains("\nVACUOUS   \(check)\n"))
    let report = try json(place, "selftest.json")
    let vacuous = try #require(report["vacuous"] as? [String])
    #expect(vacuous.contains(check))
    #expect(!vacuous.contains("basic/plain: 1.origin.exchanges"))
    #expect((report["checks"] as? Int ?? 0) > vacuous.count)
    let outcomes = try #require(report["outcomes"] as? [[String: Any]])
    #expect(outcomes.count == report["faults"] as? Int)
  }

  @Test("A fault that another requirement's check notices is not killed for its own")
  func elsewhere() throws {
    let place = try Workplace([
      "Scenarios/basic/plain.yaml": Workplace.scenario().replacing(
        "level: must", with: "level: must\nrequirements: [R001]")
    ])
    let run = try place.run("selftest", "--fault", "firstStatusDelivered")
    #expect(run.status == ExitStatus.failures.rawValue)
    #expect(
      run.output.hasPrefix(
        "ELSEWHERE firstStatusDelivered (R026): It delivers the status of the first"))
    #expect(run.output.contains("\n            basic/plain: 1.client.outcome (R001)\n"))
    #expect(run.output.contains("1 killed (0 by a check of their requirement), 0 survived"))
  }

  private static let catalogue = [
    "AUTHSPEC_SCENARIOS": CatalogueFixture.root.appending(path: "Scenarios").path
  ]

  @Test("A part of the catalogue: the reference client fails none of it")
  func part() throws {
    let place = try Workplace()
    let run = try place.run(
      "selftest", "--quick", "--json", "part.json", "cookie/",
      environment: SelftestTests.catalogue)
    #expect(run.status == ExitStatus.failures.rawValue)
    let report = try json(place, "part.json")
    let reference = try #require(report["reference"] as? [String: Int])
    #expect((reference["cases"] ?? 0) > 30)
    #expect(reference["failed"] == 0)
    #expect((report["killed"] as? Int ?? 0) > 30)
  }

  @Test("A quick self-test begins with the plays of a list")
  func first() throws {
    let last =
      "cookie/callers-cookie-beside-a-jar-does-not-follow[via=proxy,status=307,jar=filled,differs=below]"
    let place = try Workplace(["list": "callersCookieFollows \(last)\n"])
    func killers(_ options: String...) throws -> (played: Int?, cases: [String]) {
      let fault = ["--fault", "callersCookieFollows"]
      _ = try ProgramRun(
        ["selftest", "--json", "report.json"] + fault + options + ["cookie/"], in: place.path,
        environment: SelftestTests.catalogue)
      let outcomes = try json(place, "report.json")["outcomes"] as? [[String: Any]]
      let outcome = try #require(outcomes?.first)
      let kills = try #require(outcome["killedBy"] as? [[String: Any]])
      let checks = kills.compactMap { ($0["checks"] as? [[String: Any]])?.first }
      return (outcome["played"] as? Int, checks.compactMap { $0["case"] as? String })
    }
    #expect(try killers().cases != [last])
    let quick = try killers("--quick", "--first", "list")
    #expect(quick.played == 1)
    #expect(quick.cases == [last])
    #expect(try killers("--quick").cases != [last], "another case would come first")
    let unused = try place.run(
      "selftest", "--first", "list", "cookie/", environment: SelftestTests.catalogue)
    #expect(unused.status == 2)
    #expect(unused.errors.contains("--first is for --quick"))
  }

  @Test("The first SIGINT ends it in good order, with what is known")
  func interrupted() throws {
    let ways = (0..<3000).map { "w\($0)" }
    let place = try Workplace([
      "Scenarios/basic/many.yaml": Workplace.scenario(ways: ways).replacing(
        "level: must", with: "level: must\nrequirements: [R053]")
    ])
    let run = try ProgramRun(
      ["selftest", "--jobs", "1", "--json", "selftest.json"], in: place.path
    ) { process in
      process.waitUntilItHandles(SIGINT)
      process.interrupt()
    }
    #expect(run.status == ExitStatus.interrupted.rawValue)
    #expect(run.output.contains("; interrupted, "), "\(run.output)")
    #expect(!run.output.contains("SURVIVED"))
    let report = try json(place, "selftest.json")
    #expect(report["interrupted"] as? Bool == true)
    #expect(report["survivors"] as? [String] == [])
  }
}
