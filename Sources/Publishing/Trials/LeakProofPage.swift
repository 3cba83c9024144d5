// SPDX-License-Identifier: Apache-2.0

import Judging
import Platform
import Playing
import Reporting
import Scenarios
import Transcripts
import Trials

/// The page that shows published leaks on the versions that have them, and their absence on fixed
/// versions.
package struct LeakProofPage {
  private let proofs: [LeakProof]
  private let version: String

  /// A page of these comparisons, made by that version of authspec.
  package init(_ proofs: [LeakProof], version: String) {
    self.proofs = proofs
    self.version = version
  }

  private var shown: [LeakProof] { proofs.filter { $0.outcome == .shown } }
  private var others: [LeakProof] { proofs.filter { $0.outcome != .shown } }

  /// The page, in Markdown.
  package var markdown: String {
    let rows = shown.map { proof in
      [
        proof.entry.id, MarkdownTable.plain(proof.text),
        name(proof.entry.vulnerable, proof.vulnerable), "fail: \(ratio(proof.vulnerable))",
        name(proof.entry.clean, proof.clean), "pass: \(ratio(proof.clean))",
      ]
    }
    return """
      # Proof on known bugs

      <!-- Made by `make proof` from Clients/proof.yaml; do not edit. -->

      \(Phrases.count(shown.count, "published leak")), each seen by authspec \(version) on a \
      version of the client that has it and not on one that has it no more. `make proof` installs \
      both in environments of their own and plays the
      scenarios that carry the leak's id as a tag. Behind each version: in how many cases it \
      leaked, of how many that came
      to a conclusion. A leak is shown only where the clean version was played the same \
      situations, to their end, and no
      case leaked.

      \(MarkdownTable.text(["id", "what it is", "vulnerable", "", "clean", ""], rows))
      ## What was seen

      \(shown.map(evidence).joined(separator: "\n"))
      \(others.isEmpty ? "" : "\n" + explanations)
      """
  }

  private func evidence(_ proof: LeakProof) -> String {
    let seen = proof.vulnerable.first
    let observed = RunIndependentText(seen?.recording).text(
      seen?.objection.finding?.observed ?? "")
    return """
      - **\(proof.entry.id)**, \(identity(proof.vulnerable)), in \
      `\(Visible.line(seen?.objection.played ?? ""))`, \
      check `\(Visible.line(seen?.objection.check ?? ""))`: \
      \(MarkdownTable.plain(observed)). Not so \(identity(proof.clean)).
      """
  }

  private var explanations: String {
    let rows = others.map { proof in
      [proof.entry.id]
        + [proof.text, proof.entry.unshown ?? "It should be: " + words(proof)]
        .map(MarkdownTable.plain)
    }
    return "## Not shown\n\n"
      + MarkdownTable.text(["id", "what it is", "why it is not shown here"], rows)
  }

  /// A line for each leak, for a terminal.
  package func text(_ options: TerminalOptions) -> String {
    let column = proofs.map(\.entry.id.count).max() ?? 0
    let lines = proofs.map { proof in
      let style: StyledLine.Style =
        proof.isAsClaimed ? (proof.outcome == .shown ? .good : .faint) : .bad
      return StyledLine(
        (Wrapping.padded(proof.entry.id, to: column + 2), .plain),
        (Wrapping.padded(word(proof), to: 11), style), (words(proof), .plain))
    }
    let wrong = proofs.count { !$0.isAsClaimed }
    let explained = proofs.count { $0.isAsClaimed && $0.outcome != .shown }
    return options.painted(lines)
      + "\(Phrases.count(shown.count)) of \(Phrases.count(proofs.count)) shown, "
      + "\(Phrases.count(explained)) explained"
      + (wrong == 0 ? "\n" : ", \(Phrases.count(wrong)) not as they should be\n")
  }

  private func word(_ proof: LeakProof) -> String {
    switch proof.outcome {
    case .shown: proof.isAsClaimed ? "shown" : "STALE"
    default: proof.isAsClaimed ? "explained" : "NOT SHOWN"
    }
  }

  /// The result, in words.
  private func words(_ proof: LeakProof) -> String {
    let (bad, good) = (proof.entry.vulnerable ?? "", proof.entry.clean ?? "")
    let vulnerable = "\(bad) fail \(ratio(proof.vulnerable))"
    let clean = "\(good) pass \(ratio(proof.clean))"
    func seen(_ cases: [String]) -> String { Phrases.count(cases.count, "case") }
    func first(_ cases: [String]) -> String { Visible.line(cases.first ?? "") }
    switch proof.outcome {
    case .shown where !proof.isAsClaimed:
      return "\(vulnerable), \(clean); and yet it is said not to be shown"
    case .shown: return "\(vulnerable), \(clean)"
    case .unseen:
      return "\(bad) does not leak in \(Phrases.count(proof.vulnerable.concluded, "case"))"
    case .unmended(let cases):
      return "\(good) leaks in \(seen(cases)): \(first(cases))"
    case .inconclusive(let cases):
      return "\(good) comes to no conclusion in \(seen(cases)) in which \(bad) leaks: "
        + first(cases)
    case .untried: return Visible.line(proof.entry.unshown ?? "")
    }
  }

  private func ratio(_ play: LeakPlay) -> String {
    "\(play.leaking.count) of \(play.concluded)"
  }

  /// A client with its version: the one in `release`, or else the one that the client reports.
  private func name(_ release: String?, _ play: LeakPlay) -> String {
    let parts = release?.split(separator: "@") ?? []
    return parts.count == 1 ? identity(play) : MarkdownTable.plain(parts.joined(separator: " "))
  }

  private func identity(_ play: LeakPlay) -> String {
    MarkdownTable.plain(play.client.map { Phrases.client($0.name, $0.version) } ?? "")
  }
}
