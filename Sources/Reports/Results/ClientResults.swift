public import ClientDrivers
public import Conformance

/// What a client came to, case by case, as it is kept and compared: no times, nothing that changes from run to run.
public struct ClientResults: Hashable, Sendable {
  /// What was played, and by what.
  public struct Basis: Hashable, Sendable {
    /// The version of authspec.
    public var authspec: String
    /// The fingerprint of the scenarios; empty where it is not known.
    public var catalogue: String
    /// The fingerprint of the client's own files; empty for a client that has none.
    public var definition: String

    /// A basis of these.
    public init(authspec: String, catalogue: String, definition: String = "") {
      self.authspec = authspec
      self.catalogue = catalogue
      self.definition = definition
    }
  }

  /// The cases of a scenario that were to be played.
  public struct Scenario: Hashable, Sendable {
    /// The scenario's id.
    public var id: String
    /// In the order of the scenario's file.
    public var cases: [Outcome]

    /// The cases of the scenario of that id.
    public init(id: String, cases: [Outcome]) {
      self.id = id
      self.cases = cases
    }
  }

  /// What a case came to.
  public struct Outcome: Hashable, Sendable {
    /// What stands between the brackets of the case's id; empty where the scenario has no matrix.
    public var coordinates: String
    /// The gravest verdict of its checks.
    public var verdict: Verdict
    /// Why it was not played, or not judged.
    public var reason: String?
    /// The checks that did not simply pass, but for those that only followed from another.
    public var findings: [CheckFinding] = []
    /// What went to and fro, a line each; nil where all was well.
    public var exchanges: String?

    /// A case that came to that.
    public init(coordinates: String, verdict: Verdict, reason: String? = nil) {
      self.coordinates = coordinates
      self.verdict = verdict
      self.reason = reason
    }
  }

  /// A check that did not simply pass.
  public struct CheckFinding: Hashable, Sendable {
    /// The check's id: `1.origin.2.nc`.
    public var check: String
    /// What it came to.
    public var verdict: Verdict
    /// What is right.
    public var title: String
    /// How binding it is, a word of the scenario language.
    public var level: String
    /// The requirements it shows.
    public var requirements: [String] = []
    /// What was expected.
    public var expected: String?
    /// What was observed.
    public var observed: String?
    /// Which known mistake explains it.
    public var diagnosis: String?
    /// Why it is known to fail.
    public var known: String?

    /// A check of that name that came to that.
    public init(check: String, verdict: Verdict, title: String = "", level: String = "") {
      self.check = check
      self.verdict = verdict
      self.title = title
      self.level = level
    }
  }

  /// The client.
  public var client: ClientIdentity
  /// What was played.
  public var basis: Basis
  /// Sorted by id.
  public var scenarios: [Scenario]

  /// The results of a client.
  public init(client: ClientIdentity, basis: Basis, scenarios: [Scenario] = []) {
    self.client = client
    self.basis = basis
    self.scenarios = scenarios
  }
}

extension ClientResults {
  /// `libcurl-7.88.1`, `Go-net-http-1.19.8`: the name that its file and its links have.
  public var name: String {
    let words = Phrases.bareClient(client.name, client.version, separator: "-")
    return FileName.safe(String(words.map { $0 == " " || $0 == "/" ? "-" : $0 }))
  }

  /// `libcurl 7.88.1`.
  public var displayName: String {
    Visible.line(Phrases.bareClient(client.name, client.version, separator: " "))
  }

  /// How many cases came to each verdict.
  public var counts: [Verdict: Int] {
    var counts: [Verdict: Int] = [:]
    for scenario in scenarios {
      for outcome in scenario.cases { counts[outcome.verdict, default: 0] += 1 }
    }
    return counts
  }

  /// The id of a case.
  public static func id(_ scenario: String, _ coordinates: String) -> String {
    coordinates.isEmpty ? scenario : "\(scenario)[\(coordinates)]"
  }
}
