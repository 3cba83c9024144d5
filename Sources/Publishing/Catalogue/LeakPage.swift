// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios

/// The page of docs that lists which scenario shows which published leak.
package struct LeakPage {
  private let leaks: [Leak]
  private let index: CatalogueIndex

  /// A page of these leaks.
  package init(_ leaks: [Leak], _ index: CatalogueIndex) {
    self.leaks = leaks
    self.index = index
  }

  /// The ids of the leaks that have neither a scenario nor a reason why they have none.
  package var missing: [String] {
    leaks.filter { $0.unshown == nil && index.scenarios(tagged: $0.tag).isEmpty }.map(\.id)
  }

  /// The page, in Markdown.
  package var markdown: String {
    let heads = ["id", "client", "versions", "what it is", "shown by"]
    let rows = leaks.map { leak in
      [leak.id] + [leak.client, leak.versions ?? "", leak.text].map(MarkdownTable.plain)
        + [shown(leak)]
    }
    let unshown = leaks.count { $0.unshown != nil }
    return """
      # Published leaks

      <!-- Made by `make docs` from Scenarios/leaks.yaml and the scenarios' tags; do not edit. -->

      Leaks and crashes of HTTP clients that were published, and the scenarios that re-enact them:
      \(Phrases.count(leaks.count, "leak")), \(Phrases.count(leaks.count - unshown)) shown. A
      scenario carries the id as a tag in small letters, so `authspec run --tag cve-2018-18074`
      plays those of one leak and `--tag leak` all that watch for secrets in wrong places.

      A case ends in one of four ways. The secret reached the other server: a failure. It did not,
      though that server was asked: a pass. The other server was never asked, or the first one never
      got the secret: both inconclusive, as nothing follows from them. Where refusing to go there is
      right as well, the scenario says so.

      \(MarkdownTable.text(heads, rows))
      """
  }

  private func shown(_ leak: Leak) -> String {
    if let reason = leak.unshown { return "– \(MarkdownTable.plain(reason))" }
    let scenarios = index.scenarios(tagged: leak.tag)
    if scenarios.isEmpty { return "**nothing**" }
    return scenarios.map { MarkdownTable.link(scenario: $0) }.joined(separator: ", ")
  }
}
