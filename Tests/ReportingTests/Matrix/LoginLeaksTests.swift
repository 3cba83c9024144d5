// SPDX-License-Identifier: Apache-2.0

import JSON
import Scenarios
import Transcripts
@testable import Publishing
@testable import Reporting
import Testing

@Suite("Which clients leak a login")
struct LoginLeaksTests {
  /// A check that a case broke, and whether http and https have one port number in the case.
  struct Broken {
    var cause: String
    var mitigation: Mitigation?
    var hasOnePort = false
  }

  static func finding(
    _ cause: String, verdict: Verdict = .fail, mitigation: Mitigation? = nil
  ) -> ClientResults.CheckFinding {
    var finding = ClientResults.CheckFinding(check: "invariant.secrets-stay", verdict: verdict)
    finding.cause = cause
    finding.mitigation = mitigation
    return finding
  }

  /// A case in which servers with and without TLS have one host and one port.
  static func onePort(_ id: String) -> Case {
    var played = Sample.played(id)
    var twin = ServerDefinition(name: "twin", kind: .origin, location: Sample.place)
    twin.sameHostAs = "origin"
    twin.samePortAs = "origin"
    twin.tls = .usual
    played.servers.append(twin)
    played.steps[0].rules["twin"] = []
    return played
  }

  /// The matrix of clients by name, each with one broken check in each of its cases. Case 0 has a
  /// port for each scheme, and case 1 one port for both.
  static func matrix(_ clients: [(name: String, broken: [Broken])]) -> ClientMatrix {
    let cases = [Sample.played("tls/a-two-ports"), LoginLeaksTests.onePort("tls/b-one-port")]
    let results = clients.map { name, broken in
      var results = ClientResults(
        client: ClientIdentity(name: name, version: "1", abilities: []),
        basis: .init(authspec: "0.1.0", catalogue: "c0ffee"))
      results.scenarios = cases.enumerated().map { number, played in
        let findings = broken.filter { $0.hasOnePort == (number == 1) }.map {
          LoginLeaksTests.finding($0.cause, mitigation: $0.mitigation)
        }
        let outcome = ClientResults.Outcome(
          coordinates: "", verdict: findings.isEmpty ? .pass : .fail, findings: findings)
        return ClientResults.Scenario(id: played.scenario.id, cases: [outcome])
      }
      return results
    }
    return ClientMatrix(
      results, cases: cases, version: "0.1.0", fingerprint: "c0ffee", context: Sample.context)
  }

  private static func group(_ broken: Broken...) -> ClientStanding.Group? {
    matrix([("one", broken)]).standings.first?.group
  }

  @Test("Requirements about where a login goes show a leak, and others do not")
  func requirements() {
    for requirement in ["R012", "R021", "R031", "R041", "R051", "R064", "R116", "R133", "R226"] {
      #expect(LoginLeaks.isLeak(LoginLeaksTests.finding("leak.\(requirement)")))
    }
    let others = CauseProse.ofLeaks.keys.filter {
      !LoginLeaks.isLeak(LoginLeaksTests.finding("leak.\($0)"))
    }
    #expect(others.sorted() == ["R114", "R210", "R220", "R346"])
    for cause in ["caller-leak.R042", "rule.proxy-separation", "request-content", "qop"] {
      #expect(!LoginLeaks.isLeak(LoginLeaksTests.finding(cause)))
    }
    #expect(!LoginLeaks.isLeak(LoginLeaksTests.finding("leak.R041", verdict: .warn)))
  }

  @Test("Another request on a connection that is logged in is counted on a line of its own")
  func connections() throws {
    #expect(LoginLeaksTests.group(Broken(cause: "leak.R346")) == .noLeak)
    #expect(
      LoginLeaksTests.group(Broken(cause: "leak.R346"), Broken(cause: "leak.R041")) == .leak)
    let matrix = LoginLeaksTests.matrix([
      ("ntlm", [Broken(cause: "leak.R346")]), ("other", [Broken(cause: "leak.R041")]),
    ])
    let html = MatrixPage(matrix).html
    #expect(html.contains("Of 2 clients, <b>1 leak a login</b>"))
    let line = try #require(html.split(separator: "id=\"connections\">").dropFirst().first)
    let end = try #require(line.firstRange(of: "</ul>")?.lowerBound)
    #expect(line[..<end].contains("#/cases?client=ntlm-1&amp;cause=leak.R346"))
    #expect(!line[..<end].contains("other"))
    let text = MatrixReadme(matrix).markdown
    #expect(text.contains("occurs with 1 client"))
    #expect(text.contains("[ntlm 1](clients/ntlm-1.txt) (1)"))
    let none = LoginLeaksTests.matrix([("other", [Broken(cause: "leak.R041")])])
    #expect(!MatrixPage(none).html.contains("id=\"connections\">"))
    #expect(!MatrixReadme(none).markdown.contains("R346"))
  }

  @Test(
    "A fact that shows that nobody learns a login excuses one check",
    arguments: Mitigation.allCases)
  func mitigations(_ mitigation: Mitigation) throws {
    let excused = Broken(cause: "leak.R133", mitigation: mitigation)
    #expect(LoginLeaksTests.group(excused) == .noLeak)
    #expect(LoginLeaksTests.group(Broken(cause: "leak.R133")) == .leak)
    #expect(LoginLeaksTests.group(excused, Broken(cause: "leak.R041")) == .leak)
    let standing = try #require(LoginLeaksTests.matrix([("one", [excused])]).standings.first)
    // The worst of the client is not told as a leak.
    #expect(standing.causes.map(\.cause.kind) == [.rule])
    #expect(standing.causes.map(\.cause.id) == ["no-leak.\(mitigation.rawValue)"])
  }

  @Test("Cases with one port for http and https count only beside another case")
  func onePort() {
    let inOne = Broken(cause: "leak.R041", hasOnePort: true)
    #expect(LoginLeaksTests.group(inOne) == .onePort)
    #expect(LoginLeaksTests.group(inOne, Broken(cause: "leak.R041")) == .leak)
    let mixed = LoginLeaksTests.group(inOne, Broken(cause: "caller-leak.R042"))
    #expect(mixed == .onePort)
    let matrix = LoginLeaksTests.matrix([
      ("both", [inOne, Broken(cause: "leak.R021")]), ("one", [inOne]), ("none", []),
    ])
    let html = MatrixPage(matrix).html
    #expect(
      html.contains(
        """
        Of 3 clients, <b>1 leak a login</b>, not counting cases in which http and https have one \
        port number. 1 more leak a login in such cases only.
        """))
    #expect(html.contains("<h3>Only where http and https have one port number <small>1</small>"))
    let text = MatrixReadme(matrix).markdown
    #expect(text.contains("of 3 clients 1 leak a login without these cases, and 1 more only"))
    #expect(text.contains("| a login, with one port number |"))
  }

  @Test("The badge of a client is red only if the client counts as one that leaks")
  func badges() {
    let inOne = Broken(cause: "leak.R041", hasOnePort: true)
    let badges = Badge.all(
      of: LoginLeaksTests.matrix([
        ("a", [Broken(cause: "leak.R041")]), ("b", [inOne]), ("c", [Broken(cause: "leak.R346")]),
      ]))
    #expect(badges.map { $0.svg.contains("#a31621") } == [true, false, false])
    #expect(badges.map { $0.title.contains("leaks a login") } == [true, false, false])
  }
}

@Suite("Cases with one port for http and https")
struct OnePortTests {
  /// Whether a case has one port for both schemes after a change of its second server.
  private static func isOnePort(_ change: (inout ServerDefinition) -> Void) -> Bool {
    var played = LoginLeaksTests.onePort("tls/case")
    change(&played.servers[1])
    return played.hasOnePortForBothSchemes
  }

  @Test("Two servers that take part differ in their scheme alone")
  func scheme() {
    #expect(OnePortTests.isOnePort { _ in })
    #expect(!OnePortTests.isOnePort { $0.tls = nil })
    #expect(!OnePortTests.isOnePort { $0.samePortAs = nil })
    #expect(!OnePortTests.isOnePort { $0.sameHostAs = nil })
    #expect(!OnePortTests.isOnePort { $0.hostName = "one.test" })
    #expect(!OnePortTests.isOnePort { $0.authority = "one.test" })
    #expect(!OnePortTests.isOnePort { $0.isIPv6 = true })
  }

  @Test("A server that is only declared takes no part")
  func declared() {
    var played = LoginLeaksTests.onePort("tls/case")
    played.steps[0].rules = [:]
    #expect(!played.hasOnePortForBothSchemes)
    played.steps[0].requests[0].server = "twin"
    #expect(!played.hasOnePortForBothSchemes)
    played.steps[0].requests.append(RequestDefinition())
    #expect(played.hasOnePortForBothSchemes)
    played.steps[0].requests.removeFirst()
    #expect(!played.hasOnePortForBothSchemes)
    played.steps[0].expect.given = [
      ServerExpectation(server: "twin", exchanges: [], location: Sample.place)
    ]
    #expect(played.hasOnePortForBothSchemes)
  }

  @Test("The page marks these cases")
  func marked() throws {
    let html = MatrixPage(LoginLeaksTests.matrix([("one", [])])).html
    let scenarios = try #require(MatrixTests.data(of: html)["scenarios"]?.array)
    #expect(scenarios.map { $0["onePort"] } == [nil, .array([.integer(0)])])
  }
}
