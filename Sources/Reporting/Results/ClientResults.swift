import Platform
import Scenarios
import Transcripts

/// What a client came to, case by case, as it is kept and compared: no times, nothing that changes from run to run.
package struct ClientResults: Hashable, Sendable {
  /// What was played, and by what.
  package struct Basis: Hashable, Sendable {
    /// The version of authspec.
    package var authspec: String
    /// The fingerprint of the scenarios; empty where it is not known.
    package var catalogue: String
    /// The fingerprint of the client's own files; empty for a client that has none.
    package var definition: String

    /// A basis of these.
    package init(authspec: String, catalogue: String, definition: String = "") {
      self.authspec = authspec
      self.catalogue = catalogue
      self.definition = definition
    }
  }

  /// The cases of a scenario that were to be played.
  package struct Scenario: Hashable, Sendable {
    /// The scenario's id.
    package var id: String
    /// In the order of the scenario's file.
    package var cases: [Outcome]

    /// The cases of the scenario of that id.
    package init(id: String, cases: [Outcome]) {
      self.id = id
      self.cases = cases
    }
  }

  /// What a case came to.
  package struct Outcome: Hashable, Sendable {
    /// What stands between the brackets of the case's id; empty where the scenario has no matrix.
    package var coordinates: String
    /// The gravest verdict of its checks.
    package var verdict: Verdict
    /// Why it was not played, or not judged.
    package var reason: String?
    /// The checks that did not simply pass, but for those that only followed from another.
    package var findings: [CheckFinding] = []
    /// What went to and fro, a line each; nil where all was well.
    package var exchanges: String?

    /// A case that came to that.
    package init(coordinates: String, verdict: Verdict, reason: String? = nil) {
      self.coordinates = coordinates
      self.verdict = verdict
      self.reason = reason
    }
  }

  /// A check that did not simply pass.
  package struct CheckFinding: Hashable, Sendable {
    /// The check's id: `1.origin.2.nc`.
    package var check: String
    /// What it came to.
    package var verdict: Verdict
    /// What is right.
    package var title: String
    /// How binding it is, a word of the scenario language.
    package var level: String
    /// The requirements it shows.
    package var requirements: [String] = []
    /// What was expected.
    package var expected: String?
    /// What was observed.
    package var observed: String?
    /// Which known mistake explains it.
    package var diagnosis: String?
    /// Why it is known to fail.
    package var known: String?

    /// A check of that name that came to that.
    package init(check: String, verdict: Verdict, title: String = "", level: String = "") {
      self.check = check
      self.verdict = verdict
      self.title = title
      self.level = level
    }
  }

  /// The client.
  package var client: ClientIdentity
  /// What was played.
  package var basis: Basis
  /// Sorted by id.
  package var scenarios: [Scenario]

  /// The results of a client.
  package init(client: ClientIdentity, basis: Basis, scenarios: [Scenario] = []) {
    self.client = client
    self.basis = basis
    self.scenarios = scenarios
  }
}

extension ClientResults {
  /// `libcurl-7.88.1`, `Go-net-http-1.19.8`: the name that its file and its links have.
  package var name: String {
    let words = Phrases.bareClient(client.name, client.version, separator: "-")
    return FileName.safe(String(words.map { $0 == " " || $0 == "/" ? "-" : $0 }))
  }

  /// `libcurl 7.88.1`.
  package var displayName: String {
    Visible.line(Phrases.bareClient(client.name, client.version, separator: " "))
  }

  /// How many cases came to each verdict.
  package var counts: [Verdict: Int] {
    var counts: [Verdict: Int] = [:]
    for scenario in scenarios {
      for outcome in scenario.cases { counts[outcome.verdict, default: 0] += 1 }
    }
    return counts
  }

  /// The id of a case.
  package static func id(_ scenario: String, _ coordinates: String) -> String {
    coordinates.isEmpty ? scenario : "\(scenario)[\(coordinates)]"
  }
}
