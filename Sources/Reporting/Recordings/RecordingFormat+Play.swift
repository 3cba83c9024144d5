// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Scenarios
import Transcripts

extension RecordingFormat {
  static func value(_ client: ClientIdentity) -> JSONValue {
    .members([
      "name": .string(client.name), "version": .string(client.version),
      "abilities": .strings(client.abilities.sorted()),
      "wrongClaims": .listed(
        client.wrongClaims.map {
          .members(["ability": .string($0.ability), "reason": .string($0.reason)])
        }),
    ])
  }

  package static func client(_ value: JSONValue) throws(Mistake) -> ClientIdentity {
    var client = ClientIdentity(
      name: try value.string("name"), version: try value.string("version"),
      abilities: Set(try value.texts("abilities")))
    client.wrongClaims = try value.list("wrongClaims") { claim throws(Mistake) in
      UnsupportedCapability(
        ability: try claim.string("ability"), reason: try claim.string("reason"))
    }
    return client
  }

  static func value(_ play: Transcript) -> JSONValue {
    .members([
      "nanoseconds": .integer(play.duration), "fault": play.fault.map { .string($0) },
      "unsupported": play.unsupported.map { .string($0) },
      "lack": play.lack.map { .string($0) }, "recording": value(play.recording),
      "steps": .array(play.steps.map { value($0) }),
    ])
  }

  package static func play(_ value: JSONValue, client: ClientIdentity) throws(Mistake) -> Transcript
  {
    Transcript(
      recording: try recording(try value.member("recording")),
      steps: try value.list("steps") { step throws(Mistake) in try self.step(step) },
      client: client, duration: try value.nanoseconds("nanoseconds"),
      fault: value.optionalString("fault"), unsupported: value.optionalString("unsupported"),
      lack: value.optionalString("lack"))
  }

  /// Whoever judges a play relies on its being one of this case: its servers and its steps are the
  /// case's.
  package static func check(_ play: Transcript, of played: Case) throws(Mistake) {
    let recording = play.recording
    guard recording.servers.count == played.servers.count,
      zip(recording.servers, played.servers).allSatisfy({ recorded, defined in
        recorded.configuration.name == defined.name
          && (recorded.configuration.kind == .proxy) == (defined.kind == .proxy)
      })
    else { throw Mistake(member: "servers") }
    let steps = played.steps.indices
    guard play.steps.count <= steps.count else { throw Mistake(member: "steps") }
    guard recording.exchanges.allSatisfy({ steps.contains($0.step) }),
      recording.oddities.allSatisfy({ steps.contains($0.step) })
    else { throw Mistake(member: "step") }
  }

  private static func value(_ step: StepOutcome) -> JSONValue {
    .members([
      "requests": .array(
        step.requests.map {
          .members(["request": value($0.request), "outcome": value($0.outcome)])
        }),
      "questions": .listed(
        step.questions.map {
          .members(["question": value($0.question), "answer": value($0.answer)])
        }),
      "newClient": step.isOfNewClient ? .bool(true) : nil,
    ])
  }

  private static func step(_ value: JSONValue) throws(Mistake) -> StepOutcome {
    StepOutcome(
      requests: try value.list("requests") { entry throws(Mistake) in
        RequestOutcome(
          request: try request(try entry.member("request")),
          outcome: try outcome(try entry.member("outcome")))
      },
      questions: try value.list("questions") { entry throws(Mistake) in
        AnsweredQuestion(
          question: try question(try entry.member("question")),
          answer: try answer(try entry.member("answer")))
      }, isOfNewClient: value.flag("newClient"))
  }

  // MARK: Requests

  private static func value(_ request: ClientRequest) -> JSONValue {
    .members([
      "method": .string(request.method), "url": .string(request.url),
      "lines": .listed(request.lines.map { .array([octets($0.name), octets($0.value)]) }),
      "body": request.body.map { octets($0) }, "stream": request.isStream ? .bool(true) : nil,
      "chunked": request.isChunked ? .bool(true) : nil,
    ])
  }

  private static func request(_ value: JSONValue) throws(Mistake) -> ClientRequest {
    ClientRequest(
      method: try value.string("method"), url: try value.string("url"),
      lines: try fields(value, "lines").map { $0 }, body: try value.optionalOctets("body"),
      isStream: value.flag("stream"), isChunked: value.flag("chunked"))
  }

  private static func value(_ outcome: ClientOutcome) -> JSONValue {
    switch outcome {
    case .response(let response):
      .members([
        "status": response.status.map { .integer($0) } ?? .null, "fields": value(response.fields),
        "body": response.body.map { octets($0) },
      ])
    case .failure(let failure):
      .members(["error": .string(failure.kind.rawValue), "message": .string(failure.message)])
    case .unsupported(let reason): .members(["unsupported": .string(reason)])
    case .hung(let words): .members(["hung": .string(words)])
    case .crashed(let remains): .members(["crashed": .string(remains)])
    case .faulty(let reason): .members(["faulty": .string(reason)])
    }
  }

  private static func outcome(_ value: JSONValue) throws(Mistake) -> ClientOutcome {
    if value.string == "hung" { return .hung() }
    if let words = value.optionalString("hung") { return .hung(words) }
    if let reason = value.optionalString("faulty") { return .faulty(reason) }
    if let reason = value.optionalString("unsupported") { return .unsupported(reason) }
    if let remains = value.optionalString("crashed") { return .crashed(remains) }
    if value["error"] != nil {
      return .failure(
        ClientFailure(
          kind: try value.word("error", ClientFailure.Kind.self),
          message: try value.string("message")))
    }
    return .response(
      ClientResponse(
        status: value["status"] == nil ? nil : try value.count("status"),
        fields: try fields(value, "fields"), body: try value.optionalOctets("body")))
  }

  // MARK: Questions

  private static func value(_ question: CredentialsQuestion) -> JSONValue {
    .members([
      "request": .integer(question.request), "target": .string(question.target.rawValue),
      "url": question.url.map { .string($0) }, "scheme": question.scheme.map { .string($0) },
      "realm": question.realm.map { octets($0) },
      "failures": question.failures.map { .integer($0) },
    ])
  }

  private static func question(_ value: JSONValue) throws(Mistake) -> CredentialsQuestion {
    CredentialsQuestion(
      request: try value.count("request"),
      target: try value.word("target", ClientCredentials.Target.self),
      url: value.optionalString("url"), scheme: value.optionalString("scheme"),
      realm: try value.optionalOctets("realm"),
      failures: value["failures"] == nil ? nil : try value.count("failures"))
  }

  private static func value(_ answer: CredentialsAnswer) -> JSONValue {
    switch answer {
    case .cancel: .string("cancel")
    case .credentials(let given):
      .members([
        "target": .string(given.target.rawValue), "url": given.url.map { .string($0) },
        "realm": given.realm.map { octets($0) }, "scheme": given.scheme.map { .string($0) },
        "user": octets(given.user), "password": octets(given.password),
        "token": given.token.map { octets($0) },
      ])
    }
  }

  private static func answer(_ value: JSONValue) throws(Mistake) -> CredentialsAnswer {
    if value.string == "cancel" { return .cancel }
    return .credentials(
      ClientCredentials(
        target: try value.word("target", ClientCredentials.Target.self),
        url: value.optionalString("url"), realm: try value.optionalOctets("realm"),
        scheme: value.optionalString("scheme"), user: try value.octets("user"),
        password: try value.octets("password"), token: try value.optionalOctets("token")))
  }
}
