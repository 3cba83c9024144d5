// SPDX-License-Identifier: Apache-2.0

import Playing
import ScenarioFiles
import Scenarios
import Transcripts
@testable import Platform
@testable import Publishing
@testable import Reporting
@testable import Storage
import Testing
import Trials

@Suite("The page of proofs")
struct LeakProofPageTests {
  /// A leak whose versions came to these verdicts in one case.
  private static func proof(
    _ id: String, _ vulnerable: Verdict, _ clean: Verdict, unshown: String? = nil,
    clean release: String = "requests@2.20.0", observed: ((Transcript) -> String)? = nil
  ) throws -> LeakProof {
    let reason = unshown.map { ", unshown: \($0)" } ?? ""
    let text = "- { id: \(id), vulnerable: requests@2.19.1, clean: \(release)\(reason) }"
    let (proofs, _) = ProofEntry.load(text: Array(text.utf8), file: "proof.yaml")
    let entry = try #require(proofs.first)
    let plays = [vulnerable, clean].map { verdict in
      var play = LeakPlay(entry)
      var header = Sample.header(cases: 1)
      header.client.name = "requests"
      header.client.version = "2.x"
      play.take(.runStarted(header))
      var result = Sample.result(0, "redirect/a", verdict)
      result.played.scenario.tags = [id.lowercased()]
      if let observed, let play = result.play {
        for index in result.checks.indices {
          result.checks[index].finding?.observed = observed(play)
        }
      }
      play.take(.caseFinished(result))
      return play
    }
    return LeakProof(entry, text: "A | is sent on.", vulnerable: plays[0], clean: plays[1])
  }

  @Test("It tells what was shown, what was seen, and why the rest was not")
  func page() throws {
    let page = LeakProofPage(
      [
        try LeakProofPageTests.proof("CVE-2018-18074", .fail, .pass),
        try LeakProofPageTests.proof("CVE-2018-18075", .pass, .pass, unshown: it),
      ], version: "0.1.0")
    let text = page.markdown
    #expect(
      text.contains(
        #"| CVE-2018-18074 | A \| is sent on. | requests 2.19.1 | fail: 1 of 1 | requests 2.20.0 | pass: 0 of 1 |"#
      ))
    #expect(text.contains("1 published leak, "))
    #expect(
      text.contains("in `redirect/a`, check `1.origin.2.nc`: nc=00000002. Not so requests 2.x."))
    #expect(text.contains(#"| CVE-2018-18075 | A \| is sent on. | it takes TLS |"#))
    var options = TerminalOptions()
    options.isColoured = false
    #expect(
      page.text(options) == """
        CVE-2018-18074  shown      requests@2.19.1 fail 1 of 1, requests@2.20.0 pass 0 of 1
        CVE-2018-18075  explained  requests@2.19.1 does not leak in 1 case
        1 of 2 shown, 1 explained

        """)
  }

  @Test("A client of which there is no choice of versions has the version that it tells")
  func ownVersion() throws {
    let proof = try LeakProofPageTests.proof("CVE-2018-18074", .fail, .pass, clean: "requests")
    let text = LeakProofPage([proof], version: "0.1.0").markdown
    #expect(text.contains("| requests 2.19.1 | fail: 1 of 1 | requests 2.x | pass: 0 of 1 |"))
  }

  @Test("It is the same in the next run, in which servers listen elsewhere")
  func ports() throws {
    let page = LeakProofPage(
      [
        try LeakProofPageTests.proof("CVE-2018-18074", .fail, .pass) { play in
          "GET http://\(play.recording.servers[0].authority)/report with cnonce=\"0123456789ab\""
        }
      ], version: "0.1.0")
    #expect(
      page.markdown.contains("check `1.origin.2.nc`: GET http://origin/report with cnonce=\"…\"."))
  }

  private let it = "it takes TLS"

  @Test("What is not as it should be stands out")
  func wrong() throws {
    let page = LeakProofPage(
      [
        try LeakProofPageTests.proof("CVE-2018-18074", .fail, .fail),
        try LeakProofPageTests.proof("CVE-2018-18075", .fail, .pass, unshown: it),
        try LeakProofPageTests.proof("CVE-2018-18076", .fail, .inconclusive),
      ], version: "0.1.0")
    let lines = page.text(TerminalOptions()).split(separator: "\n").map(String.init)
    #expect(
      lines[0].contains("NOT SHOWN")
        && lines[0].contains("requests@2.20.0 leaks in 1 case: redirect/a"))
    #expect(lines[1].contains("STALE") && lines[1].contains("said not to be shown"))
    #expect(lines[2].contains("NOT SHOWN") && lines[2].contains("comes to no conclusion in 1 case"))
    #expect(lines[3] == "1 of 3 shown, 0 explained, 3 not as they should be")
  }
}
