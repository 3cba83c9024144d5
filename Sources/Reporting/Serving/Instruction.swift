// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Scenarios
import Transcripts

/// What somebody types into a client, or does with it.
struct Instruction: Hashable {
  /// What it is: `user`.
  var label: String
  /// The value, or a sentence.
  var text: String
  /// It is typed as it stands, and so not broken into lines.
  var isLiteral = false
  /// It is the URL of a page that a browser can open.
  var isPage = false

  /// A value that is typed.
  static func value(_ label: String, _ text: String) -> Instruction {
    Instruction(label: label, text: Visible.line(text), isLiteral: true)
  }

  /// A value that is typed: well-formed UTF-8 as it is, other octets as `\\xNN`.
  static func value(_ label: String, _ octets: Octets) -> Instruction {
    value(label, octets.description)
  }

  /// What is to be done, in words.
  static func words(_ label: String, _ text: String) -> Instruction {
    Instruction(label: label, text: text)
  }
}

/// The instructions of a step.
struct ServedInstructions {
  private let step: ServedStep

  init(_ step: ServedStep) { self.step = step }

  // MARK: The client

  /// What the client is configured with; empty if nothing has changed since the step before.
  var client: [Instruction] {
    var rows: [Instruction] = []
    if step.restarts {
      rows.append(.words("restart", "end the client and start it anew, without memory"))
    }
    guard step.hasNewSession else { return rows }
    let session = step.session
    if let proxy = session.proxy { rows.append(.value("proxy", proxy)) }
    if session.tunnel { rows.append(.words("tunnel", "use CONNECT for http URLs, too")) }
    for login in session.credentials { rows += self.login(login) }
    if let tickets = session.kerberos { rows += self.tickets(tickets) }
    if session.credentials.isEmpty, step.answers == nil, session.kerberos == nil {
      rows.append(.words("login", "none"))
    }
    if session.preemptive {
      rows.append(.words("unasked", "send the login without being asked"))
    }
    rows += prompts
    if let schemes = session.schemes {
      rows.append(.words("schemes", "only " + Phrases.joined(schemes.map(Visible.line), "or")))
    }
    if session.redirects == 0 { rows.append(.words("redirects", "do not follow any")) }
    if session.cookies { rows.append(.words("cookies", "keep and send them")) }
    for name in session.resolve {
      rows.append(
        .words("name", "\(Visible.line("\(name.host):\(name.port)")) is at \(name.place)"))
    }
    if let netrc = session.netrc {
      let lines = netrc.bytes.split(separator: 0x0A).map { Octets($0) }
      for (index, line) in lines.enumerated() {
        rows.append(.value(index == 0 ? "netrc" : "", line))
      }
    }
    if let tls = session.tls { rows += self.tls(tls) }
    if let timeout = step.timeout {
      rows.append(.words("timeout", "\(timeout) ms for a request"))
    }
    return rows
  }

  private func login(_ login: ClientCredentials) -> [Instruction] {
    var place = login.url.map(Visible.line) ?? "any \(login.target.rawValue)"
    if login.target == .proxy { place = "the proxy \(place)" }
    if let realm = login.realm { place += ", only for the realm \"\(Visible.line(realm))\"" }
    if let scheme = login.scheme { place += ", only with \(Visible.line(scheme))" }
    return [.words("login", "for \(place)")]
      + typed(user: login.user, password: login.password, token: login.token)
      + (login.domain.map { [.value("domain", $0)] } ?? [])
  }

  private func tickets(_ kerberos: ClientKerberos) -> [Instruction] {
    var rows: [Instruction] = [
      .words("tickets", "of \(Visible.line(kerberos.principal)): the client has these variables"),
      .value("", "KRB5_CONFIG=\(kerberos.configuration)"),
      .value("", "KRB5CCNAME=FILE:\(kerberos.tickets)"),
    ]
    if kerberos.delegates {
      rows.append(.words("delegation", "delegate the client's credentials to the servers"))
    }
    return rows
  }

  private func typed(user: Octets, password: Octets, token: Octets?) -> [Instruction] {
    if let token { return [.value("token", token)] }
    return [.value("user", user), .value("password", password)]
  }

  private var prompts: [Instruction] {
    guard let answers = step.answers else { return [] }
    guard !answers.isEmpty else {
      return [.words("when asked", "give no login: cancel")]
    }
    return answers.enumerated().flatMap { index, answer -> [Instruction] in
      let label = index == 0 ? "when asked" : "then"
      switch answer {
      case .cancel: return [.words(label, "cancel")]
      case .login(let login, _):
        return [.words(label, "answer with")]
          + typed(user: login.user, password: login.password, token: login.token)
      }
    }
  }

  private func tls(_ tls: ClientTLS) -> [Instruction] {
    var rows = [Instruction.value("CA file", tls.caFile)]
    if let crl = tls.crlFile { rows.append(.value("CRL file", crl)) }
    for certificate in tls.certificates {
      rows.append(.words("certificate", "for \(Visible.line(certificate.url)), with its key:"))
      rows.append(.value("", certificate.file))
    }
    for pin in tls.pins {
      rows.append(.words("pinned key", "of \(Visible.line(pin.url)):"))
      rows.append(.value("", pin.hash))
    }
    return rows
  }

  // MARK: The requests

  /// `Step 1 of 2: first contact`
  func heading(of count: Int) -> String {
    let number = count > 1 ? "Step \(step.index + 1) of \(count)" : "The request"
    return step.title.isEmpty ? number : "\(number): \(Visible.line(step.title))"
  }

  /// The requests to make.
  var requests: [Instruction] {
    var rows: [Instruction] = []
    let groups = step.requests.grouped(by: \.self)
    for group in groups {
      let request = group.first
      var url = Instruction.value(Visible.line(request.method), request.url)
      url.isPage = request.method == "GET" && !request.isWebSocket
      rows.append(url)
      for line in request.lines { rows.append(.value("header", "\(line.name): \(line.value)")) }
      if let body = request.body { rows += self.body(body, of: request) }
      if group.elements.count > 1 {
        rows.append(.words("", "\(group.elements.count) times at once"))
      }
      // Each call of curl is another client, which remembers nothing of the steps before.
      if step.index == 0 || step.restarts,
        let curl = CurlCommand(request, step.session, asks: step.answers != nil)?.line
      {
        rows.append(.value("as curl", curl))
      }
    }
    if groups.count > 1 { rows.append(.words("", "all at the same time")) }
    if let until = step.until {
      let status = Phrases.joined(until.status.map(String.init), "or")
      rows.append(.words("repeat", "until the status is \(status), \(until.times) times at most"))
    }
    return rows
  }

  private func body(_ body: Octets, of request: ClientRequest) -> [Instruction] {
    var notes: [String] = []
    if request.isWebSocket { notes.append("as a message on a websocket") }
    if request.isStream { notes.append("that can be read once only") }
    if request.isChunked { notes.append("of a length that is not known in advance") }
    return [.value("body", Visible.abridged(body, to: 400))] + notes.map { .words("", $0) }
  }
}
