// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Transcripts

extension ClientIdentity: JSONFormed {
  package static let form = JSONForm(
    ClientIdentity(name: "", version: "", abilities: []), .must("name", \.name),
    .must("version", \.version), .must("abilities", \.abilities),
    .may("wrongClaims", \.wrongClaims))
}

extension UnsupportedCapability: JSONFormed {
  package static let form = JSONForm(
    UnsupportedCapability(ability: "", reason: ""), .must("ability", \.ability),
    .must("reason", \.reason))
}

extension StepOutcome: JSONFormed {
  package static let form = JSONForm(
    StepOutcome(), .must("requests", \.requests), .may("questions", \.questions),
    .may("newClient", \.isOfNewClient), .may("stored", \.stored))
}

extension StoredFile: JSONConvertible, JSONFormed {
  package static let form = JSONForm(
    StoredFile(name: "", mode: 0, content: ""), .must("name", \.name), .must("mode", \.mode),
    .must("content", \.content))
}

extension RequestOutcome: JSONFormed {
  package static let form = JSONForm(
    RequestOutcome(request: ClientRequest(url: ""), outcome: .hung()),
    .must("request", \.request), .must("outcome", \.outcome), .may("waited", \.waited))
}

extension ClientRequest: JSONFormed {
  package static let form = JSONForm(
    ClientRequest(url: ""), .must("method", \.method), .must("url", \.url),
    .may("lines", \.lines), .may("body", \.body), .may("stream", \.isStream),
    .may("chunked", \.isChunked), .may("websocket", \.isWebSocket))
}

extension ClientOutcome: JSONFormed {
  package static let form = JSONForm<ClientOutcome>(
    write: { outcome in
      switch outcome {
      case .response(let response):
        .members([
          "status": response.status.json ?? .null,
          "fields": Array(response.fields).unlessEmpty, "body": response.body,
          "messages": response.messages,
        ])
      case .failure(let failure):
        .members(["error": failure.kind.rawValue, "message": failure.message])
      case .unsupported(let reason): .members(["unsupported": reason])
      case .hung(let words): .members(["hung": words])
      case .crashed(let remains): .members(["crashed": remains])
      case .faulty(let reason): .members(["faulty": reason])
      }
    },
    read: { json, _ throws(JSONValue.Mistake) in
      if json.string == "hung" { return .hung() }
      if let words: String = try json.optional("hung") { return .hung(words) }
      if let reason: String = try json.optional("faulty") { return .faulty(reason) }
      if let reason: String = try json.optional("unsupported") { return .unsupported(reason) }
      if let remains: String = try json.optional("crashed") { return .crashed(remains) }
      if let kind: ClientFailure.Kind = try json.optional("error") {
        return .failure(ClientFailure(kind: kind, message: try json.part("message")))
      }
      return .response(
        ClientResponse(
          status: try json.optional("status"), fields: try json.optional("fields") ?? .init(),
          body: try json.optional("body"), messages: try json.optional("messages")))
    })
}

extension ClientFailure.Kind: JSONFormed {}

extension AnsweredQuestion: JSONFormed {
  package static let form = JSONForm(
    AnsweredQuestion(
      question: CredentialsQuestion(request: 0, target: .origin, url: nil, failures: nil),
      answer: .cancel),
    .must("question", \.question), .must("answer", \.answer))
}

extension CredentialsQuestion: JSONFormed {
  package static let form = JSONForm(
    CredentialsQuestion(request: 0, target: .origin, url: nil, failures: nil),
    .must("request", \.request), .must("target", \.target), .may("url", \.url),
    .may("scheme", \.scheme), .may("realm", \.realm), .may("scope", \.scope),
    .may("failures", \.failures))
}

extension CredentialsAnswer: JSONFormed {
  package static let form = JSONForm<CredentialsAnswer>(
    write: { answer in
      switch answer {
      case .cancel: .string("cancel")
      case .credentials(let given): ClientCredentials.form.write(given)
      }
    },
    read: { json, member throws(JSONValue.Mistake) in
      json.string == "cancel"
        ? .cancel : .credentials(try ClientCredentials.form.read(json, member))
    })
}

extension ClientCredentials: JSONFormed {
  package static let form = JSONForm(
    ClientCredentials(target: .origin), .must("target", \.target), .may("url", \.url),
    .may("realm", \.realm), .may("scheme", \.scheme), .must("user", \.user),
    .must("password", \.password), .may("token", \.token))
}

extension ClientCredentials.Target: JSONFormed {}
