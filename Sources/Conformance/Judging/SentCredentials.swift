internal import HTTPAuth
internal import ScenarioLanguage
internal import TestServers

/// Credentials that the client sent in one field line of one request.
struct SentCredentials {
  /// The exchange: index in the recording.
  var exchange: Int
  /// The server that they are meant for: the origin behind a proxy for Authorization; nil where none is known.
  var server: Int?
  /// Proxy-Authorization, not Authorization.
  var isForProxy: Bool
  /// The field line's value, and what the grammar makes of it.
  var field: CredentialsField
  /// The caller wrote this field line; the client only carried it.
  var isCallers: Bool
  /// The challenges that the server had issued before.
  var issued: ArraySlice<Challenge>

  /// The credentials, where the grammar reads them.
  var credentials: Credentials? {
    if case .read(_, let credentials) = field { credentials } else { nil }
  }

  /// The grammar's complaint.
  var failure: GrammarError? { if case .malformed(_, let error) = field { error } else { nil } }

  /// The field line's value.
  var value: Octets {
    switch field {
    case .absent: ""
    case .read(let value, _), .malformed(let value, _): value
    }
  }

  /// The scheme.
  var scheme: AuthScheme? { credentials.map { AuthScheme($0.scheme) } }

  /// The field's name.
  var fieldName: String { isForProxy ? "Proxy-Authorization" : "Authorization" }

  /// All credentials of a recording; what a proxy forwarded is not counted again.
  static func all(
    in recording: Recording, _ reading: Reading, plan: CasePlan
  ) -> [SentCredentials] {
    var all: [SentCredentials] = []
    var issuedSoFar = Array(repeating: 0, count: plan.servers.count)
    for (index, exchange) in recording.exchanges.enumerated() {
      defer { issuedSoFar[exchange.server] = reading.issuedAfter[index] }
      guard exchange.forwardedFrom == nil else { continue }
      let isProxy = plan.servers[exchange.server].kind == .proxy
      var isFirst = true
      for line in exchange.request.fields {
        let isForProxy: Bool
        if line.name.matches("Authorization") {
          isForProxy = false
        } else if line.name.matches("Proxy-Authorization") {
          isForProxy = true
        } else {
          continue
        }
        let server: Int? =
          if isProxy && !isForProxy {
            origin(of: reading.facts[index].target, recording)
          } else if !isProxy && isForProxy { nil } else { exchange.server }
        let isOwn = isProxy == isForProxy && isFirst
        if isOwn { isFirst = false }
        all.append(
          SentCredentials(
            exchange: index, server: server, isForProxy: isForProxy,
            field: isOwn ? reading.facts[index].field : CredentialsField(line.value),
            isCallers: isCallers(line, in: exchange.step, plan),
            issued: server.map { reading.memories[$0].issued.prefix(issuedSoFar[$0]) } ?? []))
      }
    }
    return all
  }

  private static func origin(of target: TargetForm, _ recording: Recording) -> Int? {
    guard let authority = target.authority else { return nil }
    return recording.servers.firstIndex { authority.elementsEqual($0.authority.utf8) }
  }

  private static func isCallers(_ line: FieldSection.Line, in step: Int, _ plan: CasePlan) -> Bool {
    guard plan.callersHeaders.indices.contains(step) else { return false }
    return plan.callersHeaders[step].contains {
      $0.name.equalsIgnoringCase(line.name) && $0.value.constant == line.value
    }
  }
}
