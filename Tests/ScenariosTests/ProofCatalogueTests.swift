// SPDX-License-Identifier: Apache-2.0

@testable import ScenarioFiles
@testable import Scenarios
import Testing

@Suite("The file of leaks that are to be shown")
struct ProofCatalogueTests {
  private func load(_ text: String) -> ([ProofEntry], [String]) {
    let (proofs, diagnostics) = ProofEntry.load(text: Array(text.utf8), file: "proof.yaml")
    return (proofs, diagnostics.map(\.description))
  }

  @Test("Entries are read with what they narrow and what they explain")
  func read() {
    let (proofs, complaints) = load(
      """
      - { id: CVE-2018-18074, vulnerable: requests@2.19.1, clean: requests@2.20.0 }
      - id: CVE-2018-20060
        vulnerable: urllib3@1.22
        clean: urllib3@1.23
        cases: ["redirect/*[*name=Authorization*]"]
        check: invariant.*
      - { id: CVE-2014-0015, unshown: NTLM alone has it }
      - { id: CVE-2025-32910, vulnerable: libsoup2, clean: libsoup }
      """)
    #expect(complaints == [])
    #expect(
      proofs.map(\.id) == [
        "CVE-2018-18074", "CVE-2018-20060", "CVE-2014-0015", "CVE-2025-32910",
      ])
    let narrow = proofs[1]
    #expect(
      narrow.covers(case: "redirect/x[name=Authorization,side=a]", tags: ["cve-2018-20060"]))
    #expect(!narrow.covers(case: "redirect/x[name=authorization]", tags: ["cve-2018-20060"]))
    #expect(!narrow.covers(case: "redirect/x[name=Authorization]", tags: ["leak"]))
    #expect(narrow.covers(check: "invariant.secrets-stay"))
    #expect(!narrow.covers(check: "1.origin.exchanges"))
    #expect(proofs[2].vulnerable == nil)
    #expect(proofs[2].unshown == "NTLM alone has it")
    #expect(proofs[3].vulnerable == "libsoup2")
  }

  @Test(
    "What is wrong is said with its place",
    arguments: [
      ("- { id: CVE-2018-18074 }", "a proof needs vulnerable:"),
      ("- { id: CVE-2018-18074, vulnerable: requests@1 }", "a proof needs clean:"),
      ("- { vulnerable: requests@1, clean: requests@2 }", "a proof needs id:"),
      (
        "- { id: CVE-2018-18074, vulnerable: requests@, clean: requests@2 }",
        "is not a client and its version"
      ),
      (
        "- { id: CVE-2018-18074, vulnerable: a@b@c, clean: requests@2 }",
        "is not a client and its version"
      ),
      ("- { id: leak, vulnerable: a@1, clean: a@2 }", "is not a leak's id"),
      ("- { id: CVE-2018-18074, unshown: x, why: y }", "why"),
      (
        "- { id: CVE-2018-18074, unshown: x }\n- { id: CVE-2018-18074, unshown: x }",
        "is listed twice"
      ),
    ])
  func complaints(_ text: String, _ wanted: String) {
    let (_, complaints) = load(text)
    #expect(
      complaints.contains { $0.contains(wanted) && $0.contains("proof.yaml:") }, "\(complaints)")
  }
}
