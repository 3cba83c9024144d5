// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios
import Transcripts

/// The first section of the page, in HTML: which clients leak, which do not, and the gravest cause
/// of each.
struct MatrixOpening {
  private let matrix: ClientMatrix
  private let standings: [ClientStanding]

  /// The opening of the page of that matrix. A version that a later one replaces is not in it.
  init(_ matrix: ClientMatrix, _ standings: [ClientStanding]) {
    self.matrix = matrix
    let versions = ClientVersions(matrix)
    self.standings = standings.filter { versions.after($0.client) == nil }
  }

  /// The `section` element.
  var html: String {
    var html = """
      <section class="opening" aria-labelledby="leaks">
      <h2 id="leaks">Who leaks credentials</h2>
      <p class="lead">\(sentence)</p>

      """
    for group in ClientStanding.Group.allCases {
      let members = standings.filter { $0.group == group }
      if members.isEmpty { continue }
      html += """
        <h3>\(MatrixOpening.heading(group)) <small>\(Phrases.count(members.count))</small></h3>
        <p class="sub">\(MatrixOpening.note(group))</p>
        <ul class="standings">
        \(members.map(item).joined())</ul>

        """
    }
    return html + connections + "</section>\n"
  }

  private var sentence: String {
    let others = standings.filter { !matrix.clients[$0.client].isOwn }
    func count(_ group: ClientStanding.Group) -> String {
      Phrases.count(others.count { $0.group == group })
    }
    return """
      Of \(Phrases.count(others.count, "client")), <b>\(count(.leak)) leak a login</b>, not \
      counting cases in which http and https have one port number. \(count(.onePort)) more leak a \
      login in such cases only. \(count(.callerLeak)) leak only what their \
      caller wrote, and <b>\(count(.noLeak)) leaked nothing</b>; of \(count(.few)) too little is \
      known. Each client is shown with the number of its concluded cases that break a MUST, their \
      share, and its worst failure. The clients with the lowest share come first.
      """
  }

  private static func heading(_ group: ClientStanding.Group) -> String {
    switch group {
    case .leak: "A login goes where it must not go"
    case .onePort: "Only where http and https have one port number"
    case .callerLeak: "Only what the caller wrote goes on"
    case .noLeak: "No leak seen"
    case .few: "Too little is known"
    }
  }

  private static func note(_ group: ClientStanding.Group) -> String {
    switch group {
    case .leak:
      """
      In at least one case a login, a token or a client certificate reached a server that it was \
      not given for, or went in clear (http) to a server that had not asked for it. An empty \
      password does not count, nor does a login at a proxy that had forwarded the same one before.
      """
    case .onePort:
      """
      A login of an http server went to an https server, or the other way round, but only in cases \
      in which both have one host and one port number. Servers outside of tests use two ports, so \
      these clients are not counted.
      """
    case .callerLeak:
      """
      A header field that the caller had set itself (Authorization, Cookie, Proxy-Authorization) \
      went on to another server, which RFC 9110 (15.4) leaves to the client, or a user's name of a \
      URL went into a request, which it forbids (4.2.4).
      """
    case .noLeak: "No case in which they were played to a conclusion showed a leak."
    case .few:
      """
      Fewer than a fifth of all cases reached a conclusion, as these clients can do little of what \
      is tested. None of those showed a leak.
      """
    }
  }

  private func item(_ standing: ClientStanding) -> String {
    let results = matrix.clients[standing.client].results
    let name = HTML.fragment(results.name)
    let worst: String
    if let first = standing.causes.first {
      worst = """
        <a href="#/cases?client=\(name)&amp;cause=\(HTML.fragment(first.cause.id))">\
        \(HTML.text(Visible.line(first.cause.title)))</a> \
        <small>\(Phrases.count(first.cases, "case"))</small>
        """
    } else {
      worst = "Nothing is broken"
    }
    let counts = standing.counts
    return """
      <li><a class="name" href="#/client/\(name)">\
      \(HTML.text(Visible.line(results.client.name))) \
      <small>\(HTML.text(results.number))</small></a> \
      <span class="figure" title="\(counts.words(breaking: .must))">\
      \(Phrases.count(counts[broken: .must])) MUST, \(counts.rate(breaking: .must))</span>\
      <p>\(worst)\(MatrixOpening.marks(matrix, standing))</p></li>

      """
  }

  /// Remarks about a client beside its figures, in HTML.
  private static func marks(_ matrix: ClientMatrix, _ standing: ClientStanding) -> String {
    let client = matrix.clients[standing.client]
    var marks: [String] = []
    if client.isOwn { marks.append("authspec's own client") }
    if standing.hasFew, standing.group != .few { marks.append("few concluded") }
    if !client.isCurrent { marks.append("earlier scenarios") }
    return marks.map { " <small class=\"old\">\($0)</small>" }.joined()
  }

  /// The clients that send another request on a connection that is logged in, which is no leak of a
  /// login; empty if there are none.
  private var connections: String {
    let members = standings.filter { $0.leaks.connectionCases > 0 }
    if members.isEmpty { return "" }
    let cause = HTML.fragment(LoginLeaks.ofConnections.id)
    let items = members.map { standing in
      let results = matrix.clients[standing.client].results
      return """
        <li><a href="#/cases?client=\(HTML.fragment(results.name))&amp;cause=\(cause)">\
        \(HTML.text(results.displayName))</a> \
        <small>\(Phrases.count(standing.leaks.connectionCases, "case"))</small></li>
        """
    }
    return """
      <h3>A connection that is logged in serves another request \
      <small>\(Phrases.count(members.count))</small></h3>
      <p class="sub">NTLM and Negotiate log in a connection. These clients sent a request of another \
      user, or one without a login, on such a connection (R346). The login itself goes nowhere, so \
      this is not counted above.</p>
      <ul class="chips" id="connections">\(items.joined())</ul>

      """
  }
}

extension ClientMatrix.Client {
  /// Whether it is authspec's own reference client, which shows that all cases can be passed.
  var isOwn: Bool { results.client.name == "reference" }
}
