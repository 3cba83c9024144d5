import ClientDrivers
import HTTPAuth
import ScenarioLanguage
import TestServers

@testable import Conformance

/// What a client could have done otherwise, as a change to the play of one that did right.
struct CatalogueMutation {
  let plan: CasePlan
  let play: Play

  /// So many of a step's exchanges are changed; what is said of the rest is said of these too.
  private static let most = 8

  private var changeable: [Int] {
    let exchanges = play.recording.exchanges
    return play.steps.indices.flatMap { step in
      exchanges.indices.filter { exchanges[$0].step == step }.prefix(CatalogueMutation.most)
    }
  }

  /// Every change, made one at a time.
  func forEach(_ body: (() -> Play) -> Void) {
    changeOutcomes(body)
    changeSequence(body)
    flood(body)
    for index in changeable { changeRequest(index, body) }
    for (step, planned) in plan.played.steps.enumerated() {
      forge(planned.expect, step: step, body)
    }
    refuse(body)
    unoffer(body)
    inject(body)
  }

  /// Made only where it is still looked at.
  private func changed(_ change: @escaping (inout Play) -> Void) -> () -> Play {
    { [play] in
      var changed = play
      changed.reading = nil
      change(&changed)
      return changed
    }
  }

  // MARK: What the client told

  private func changeOutcomes(_ body: (() -> Play) -> Void) {
    body(changed { $0.steps.removeLast($0.steps.isEmpty ? 0 : 1) })
    for step in play.steps.indices {
      for request in play.steps[step].requests.indices {
        let others: [ClientOutcome] = [
          .response(ClientResponse(status: 599, body: "mutated")),
          .response(ClientResponse(status: 200, body: "mutated")),
          .response(ClientResponse(status: 401)), .hung(),
          .failure(ClientFailure(kind: .internal, message: "mutated")),
          .failure(ClientFailure(kind: .tls, message: "mutated")),
        ]
        for outcome in others {
          body(changed { $0.steps[step].requests[request].outcome = outcome })
        }
        guard case .response(var response) = play.steps[step].requests[request].outcome else {
          continue
        }
        response.body = Octets((response.body?.array ?? []) + [0x21])
        body(changed { $0.steps[step].requests[request].outcome = .response(response) })
      }
    }
  }

  // MARK: Which requests it made

  private func changeSequence(_ body: (() -> Play) -> Void) {
    let exchanges = play.recording.exchanges
    body(changed { $0.recording.exchanges = [] })
    for index in changeable {
      body(changed { $0.recording.exchanges.remove(at: index) })
      for count in [1, 5] {
        let more = Array(repeating: exchanges[index], count: count)
        body(changed { $0.recording.exchanges.insert(contentsOf: more, at: index) })
      }
      body(
        changed {
          $0.recording.exchanges.removeAll { $0.server == exchanges[index].server }
        })
      for step in play.steps.indices where step != exchanges[index].step {
        body(changed { $0.recording.exchanges[index].step = step })
      }
      if index > 0 { body(changed { $0.recording.exchanges.swapAt(index - 1, index) }) }
      for server in play.recording.servers.indices where server != exchanges[index].server {
        body(changed { $0.recording.exchanges[index].server = server })
      }
    }
  }

  // MARK: What they were

  private func changeRequest(_ index: Int, _ body: (() -> Play) -> Void) {
    func change(_ make: @escaping (inout Recording.Exchange) -> Void) {
      body(changed { make(&$0.recording.exchanges[index]) })
    }
    let exchange = play.recording.exchanges[index]
    change { $0.request.method = "MUTATE" }
    change { $0.request.target = "/mutated" }
    change { $0.request.target = "http://user:pw@mutated/" }
    change { $0.request.version = "HTTP/0.9" }
    change { $0.body = "mutated" }
    change { $0.body = "" }
    change { $0.setStatus(599) }
    change { $0.setStatus(200) }
    change { $0.reply = nil }
    body(
      changed {
        $0.recording.connections.append(
          Recording.Connection(server: exchange.server, opened: exchange.received))
        $0.recording.exchanges[index].connection = $0.recording.connections.count - 1
      })
    for connection in play.recording.connections.indices where connection != exchange.connection {
      change { $0.connection = connection }
    }
    change { $0.request.fields.append("Mutated", "mutated") }
    for line in exchange.request.fields.indices {
      let field = exchange.request.fields[line]
      if field.name.starts(with: "At-".utf8) || field.name.matches("Accept") { continue }
      change { $0.request.fields.remove(line) }
      change { $0.request.fields.set(line, "mutated") }
      change { $0.request.fields.append(field.name, field.value) }
      for other in CatalogueMutation.spoiled(field.value) {
        change { $0.request.fields.set(line, other) }
      }
    }
    for line in sentAnywhere {
      change { $0.request.fields.replace(line.name, line.value) }
      change { $0.request.fields.append(line.name, line.value) }
      change { $0.request.fields.replace("Authorization", line.value) }
      change { $0.request.fields.replace("Proxy-Authorization", line.value) }
      change {
        $0.request.method = "CONNECT"
        $0.request.fields.replace("Authorization", line.value)
      }
    }
    for account in plan.played.accounts {
      for value in CatalogueMutation.credentials(of: account) {
        change { $0.request.fields.replace("Authorization", value) }
        change { $0.request.fields.replace("Proxy-Authorization", value) }
      }
    }
  }

  /// Anything that was sent anywhere may be sent elsewhere.
  private var sentAnywhere: Set<FieldSection.Line> {
    var lines: Set<FieldSection.Line> = []
    for exchange in play.recording.exchanges.prefix(CatalogueMutation.most) {
      for line in exchange.request.fields
      where line.name.matches("Authorization") || line.name.matches("Proxy-Authorization")
        || line.name.matches("Cookie")
      {
        lines.insert(line)
      }
    }
    return lines
  }

  /// Credentials with each parameter altered, left out, or written otherwise.
  private static func spoiled(_ value: Octets) -> [Octets] {
    guard let credentials = try? Credentials(parsing: value) else { return [] }
    var all: [Octets] = []
    for index in credentials.parameters.indices {
      func add(_ change: (inout [AuthParameter]) -> Void) {
        var other = credentials
        change(&other.parameters)
        all.append(other.fieldValue)
      }
      add { $0[index].value = Octets($0[index].value.bytes.map { $0 == 0x31 ? 0x32 : $0 ^ 1 }) }
      add { $0[index].value = "" }
      add { $0.remove(at: index) }
      add { $0[index].form = $0[index].form == .token ? .quotedString : .token }
    }
    return all
  }

  private static func credentials(of account: Account) -> [Octets] {
    if let token = account.token { return [Octets(Array("Bearer ".utf8) + token.array)] }
    let pair = Octets(account.user.array + [0x3A] + account.password.array)
    return [Octets(Array("Basic ".utf8) + pair.base64.array)]
  }

  // MARK: What the scenario asks for by name

  /// Requests that are just what must never be: in the place of others, or one more.
  private func forge(_ expect: Expectations, step: Int, _ body: (() -> Play) -> Void) {
    for never in expect.never {
      for index in changeable where play.recording.exchanges[index].step == step {
        let exchange = play.recording.exchanges[index]
        let lines = sentAnywhere.filter { !$0.name.matches("Cookie") }
        for line in [nil] + lines.map(Optional.some) {
          func forged() -> Recording.Exchange {
            var forged = exchange
            if let line { forged.request.fields.replace(line.name, line.value) }
            forge(&forged, never.pattern)
            return forged
          }
          body(changed { $0.recording.exchanges[index] = forged() })
          body(changed { $0.recording.exchanges.insert(forged(), at: index + 1) })
        }
      }
    }
    for way in expect.oneOf { forge(way.expectations, step: step, body) }
    guard play.steps.indices.contains(step) else { return }
    let question = CredentialsQuestion(
      request: 0, target: .origin, url: "", realm: "mutated", failures: 0)
    body(
      changed {
        $0.steps[step].questions.append(AnsweredQuestion(question: question, answer: .cancel))
      })
  }

  private func forge(_ exchange: inout Recording.Exchange, _ pattern: ExchangePattern) {
    let addresses = AddressBook(play.recording.servers)
    if let method = pattern.method { exchange.request.method = Octets(method) }
    if let path = pattern.path {
      let text = addresses.render(path)
      exchange.request.target = text.last == 0x2A ? Octets(text.bytes.dropLast()) : text
    }
    if let target = pattern.target { exchange.request.target = addresses.render(target) }
    if let version = pattern.version { exchange.request.version = Octets(version) }
    let isProxy = plan.servers[exchange.server].kind == .proxy
    let field: Octets = isProxy ? "Proxy-Authorization" : "Authorization"
    switch pattern.credentials {
    case nil: break
    case .some(.none):
      exchange.request.fields.removeAll("Authorization")
      exchange.request.fields.removeAll("Proxy-Authorization")
    case .any, .valid:
      if exchange.request.fields.values(named: field).isEmpty {
        let account = plan.played.accounts.first
        for value in account.map(CatalogueMutation.credentials) ?? ["Mutated"] {
          exchange.request.fields.replace(field, value)
        }
      }
    case .invalid: exchange.request.fields.replace(field, "Basic bXV0YXRlZA==")
    }
    if let scheme = pattern.scheme, pattern.credentials != .valid {
      let first = exchange.request.fields.values(named: field).first
      if first.map({ !$0.asciiLowercased.starts(with: scheme.lowercased().utf8) }) ?? true {
        let account = plan.played.accounts.first { ($0.token == nil) == (scheme != "bearer") }
        let value: Octets =
          scheme == "digest"
          ? "Digest username=\"mutated\", realm=\"\", nonce=\"\", uri=\"/\", response=\"\""
          : account.map(CatalogueMutation.credentials)?.first ?? "Mutated"
        exchange.request.fields.replace(field, value)
      }
    }
    let count = pattern.nonceCount.map {
      ExchangePattern.NamedValue(name: "nc", value: .equals(Template(Octets(hexadecimal($0)))))
    }
    for digest in pattern.digest + [count].compactMap({ $0 }) {
      let values = exchange.request.fields.values(named: field)
      var credentials =
        values.first.flatMap { try? Credentials(parsing: $0) }
        ?? Credentials(scheme: "Digest", parameters: [])
      if !credentials.scheme.matches("Digest") { credentials = Credentials(scheme: "Digest") }
      credentials.parameters.removeAll { $0.name.equalsIgnoringCase(digest.name) }
      if let value = text(digest.value, addresses) {
        credentials.parameters.append(
          AuthParameter(
            name: digest.name, value: value, form: digest.name == "nc" ? .token : .quotedString))
      }
      exchange.request.fields.replace(field, credentials.fieldValue)
    }
    for header in pattern.headers {
      exchange.request.fields.removeAll(header.name)
      if let value = text(header.value, addresses) {
        exchange.request.fields.append(header.name, value)
      }
    }
    for cookie in pattern.cookies {
      exchange.request.fields.removeAll("Cookie")
      if let value = text(cookie.value, addresses) {
        exchange.request.fields.append("Cookie", Octets(cookie.name.array + [0x3D] + value.array))
      }
    }
    switch pattern.body {
    case nil: break
    case .empty: exchange.body = ""
    case .equals(let template): exchange.body = addresses.render(template)
    case .step:
      exchange.body =
        play.steps[exchange.step].requests.lazy.compactMap(\.request.body).first ?? ""
    }
  }

  private func text(_ value: ExchangePattern.Value, _ addresses: AddressBook) -> Octets? {
    switch value {
    case .absent: nil
    case .present, .differs: "mutated"
    case .equals(let template), .contains(let template): addresses.render(template)
    }
  }

  // MARK: One detail, and nothing else

  /// Each detail that is asked of an exchange, made not so in each exchange that it may be asked of: its check's id, and the play.
  func forEachDetail(_ body: (_ id: String, _ list: String, () -> Play) -> Void) {
    for step in plan.checklist.steps.indices {
      for server in plan.checklist.steps[step].servers {
        for exchange in server.exchanges {
          for (detail, descriptor) in exchange.details {
            for index in changeable
            where play.recording.exchanges[index].step == step
              && plan.servers[play.recording.exchanges[index].server].name == server.server
            {
              for change in breaks(detail, index) {
                body(descriptor.id, server.sequence.id, changed(change))
              }
            }
          }
        }
      }
    }
  }

  private func breaks(_ detail: PatternDetail, _ index: Int) -> [(inout Play) -> Void] {
    let exchange = play.recording.exchanges[index]
    func fields(_ change: @escaping (inout FieldSection) -> Void) -> (inout Play) -> Void {
      { change(&$0.recording.exchanges[index].request.fields) }
    }
    switch detail {
    case .target:
      return [{ $0.recording.exchanges[index].request.target = "http://mutated/mutated" }]
    case .version: return [{ $0.recording.exchanges[index].request.version = "HTTP/0.9" }]
    case .body:
      return [
        { $0.recording.exchanges[index].body = "mutated" },
        { $0.recording.exchanges[index].body = "" },
      ]
    case .connection:
      let others = play.recording.exchanges[..<index].map(\.connection)
      return (others + [play.recording.connections.count]).map { connection in
        {
          $0.recording.connections.append(
            Recording.Connection(server: exchange.server, opened: exchange.received))
          $0.recording.exchanges[index].connection = connection
        }
      }
    case .header(let named):
      let values = exchange.request.fields.values(named: named.name)
      return [
        fields { $0.removeAll(named.name) }, fields { $0.replace(named.name, "mutated") },
        fields {
          $0.replace(
            named.name, text(named.value, AddressBook(play.recording.servers)) ?? "mutated")
        },
      ] + values.map { value in fields { $0.replace(named.name, Octets(value.array + [0x21])) } }
    case .cookie(let named):
      return [
        fields { $0.removeAll("Cookie") },
        fields { $0.replace("Cookie", Octets(named.name.array + Array("=mutated".utf8))) },
      ]
    case .digest(let named): return spoil(named.name, index)
    case .nonceCount: return spoil("nc", index)
    }
  }

  /// A parameter altered, left out, or put there.
  private func spoil(_ name: Octets, _ index: Int) -> [(inout Play) -> Void] {
    let fields = play.recording.exchanges[index].request.fields
    return fields.indices.flatMap { line -> [(inout Play) -> Void] in
      guard let credentials = try? Credentials(parsing: fields[line].value),
        credentials.scheme.matches("Digest")
      else { return [] }
      return [nil, "mutated", "ffffffff"].map { (value: Octets?) in
        var other = credentials
        let form = other.parameter(named: name)?.form ?? .quotedString
        other.parameters.removeAll { $0.name.equalsIgnoringCase(name) }
        if let value {
          other.parameters.append(AuthParameter(name: name, value: value, form: form))
        }
        let text = other.fieldValue
        return { $0.recording.exchanges[index].request.fields.set(line, text) }
      }
    }
  }

  // MARK: What only the invariants see

  private func flood(_ body: (() -> Play) -> Void) {
    for step in play.steps.indices {
      guard let exchange = play.recording.exchanges.first(where: { $0.step == step }) else {
        continue
      }
      let count = 41 * max(1, play.steps[step].requests.count)
      body(changed { $0.recording.exchanges += Array(repeating: exchange, count: count) })
    }
  }

  /// Credentials that were good are refused, and sent again all the same.
  private func refuse(_ body: (() -> Play) -> Void) {
    for index in changeable {
      let exchange = play.recording.exchanges[index]
      for line in exchange.request.fields
      where line.name.matches("Authorization") || line.name.matches("Proxy-Authorization") {
        guard let sent = try? Credentials(parsing: line.value) else { continue }
        let isForProxy = line.name.matches("Proxy-Authorization")
        let challenge = Challenge(
          scheme: sent.scheme,
          parameters: sent.parameters.filter {
            $0.name.matches("realm") || $0.name.matches("nonce")
          })
        var head = ResponseHead(status: isForProxy ? 407 : 401)
        head.fields.append(
          isForProxy ? "Proxy-Authenticate" : "WWW-Authenticate", challenge.fieldValue)
        var refused = exchange
        refused.reply = Reply(content: .response(Reply.Response(head: head)))
        for count in 1...2 {
          body(
            changed {
              $0.recording.exchanges.insert(
                contentsOf: Array(repeating: refused, count: count), at: index)
            })
        }
      }
    }
  }

  /// What was offered is not.
  private func unoffer(_ body: (() -> Play) -> Void) {
    body(
      changed {
        for index in $0.recording.exchanges.indices {
          $0.recording.exchanges[index].reply = nil
        }
      })
  }

  /// What a raw challenge has in the place of a field line becomes one.
  private func inject(_ body: (() -> Play) -> Void) {
    for exchange in play.recording.exchanges {
      guard case .raw(let octets) = exchange.reply?.content else { continue }
      for line in octets.bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
        guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex else { continue }
        for index in changeable {
          body(
            changed {
              $0.recording.exchanges[index].request.fields.append(
                Octets(line[..<colon]), Octets(line[(colon + 1)...].drop { $0 == 0x20 }))
            })
        }
      }
    }
  }
}

extension Recording.Exchange {
  fileprivate mutating func setStatus(_ status: Int) {
    guard var reply else { return }
    if case .response(var response) = reply.content {
      response.head.status = status
      reply.content = .response(response)
    } else {
      reply.content = .response(Reply.Response(head: ResponseHead(status: status)))
    }
    self.reply = reply
  }
}

extension FieldSection {
  fileprivate mutating func remove(_ index: Int) {
    self = FieldSection(
      indices.filter { $0 != index }.map { (name: self[$0].name, value: self[$0].value) })
  }

  fileprivate mutating func set(_ index: Int, _ value: Octets) {
    self = FieldSection(
      indices.map { (name: self[$0].name, value: $0 == index ? value : self[$0].value) })
  }

  fileprivate mutating func removeAll(_ name: Octets) {
    self = FieldSection(
      filter { !$0.name.equalsIgnoringCase(name) }.map { (name: $0.name, value: $0.value) })
  }

  fileprivate mutating func replace(_ name: Octets, _ value: Octets) {
    removeAll(name)
    append(name, value)
  }
}
