// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Scenarios
import Transcripts

/// Reads the messages of a driver (docs/driver-protocol.md).
package enum DriverReply {
  package struct Mistake: Error {
    package var what: String

    init(_ what: String) { self.what = what }
  }

  /// Reads the answer to a request.
  package static func outcome(_ message: JSONValue) throws(Mistake) -> ClientOutcome {
    if let reason = try unsupported(message) { return .unsupported(reason) }
    if let error = message["error"] {
      guard let word = error["kind"]?.string, let kind = ClientFailure.Kind(rawValue: word) else {
        let kinds = ClientFailure.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Mistake("an error's kind must be one of \(kinds)")
      }
      return .failure(ClientFailure(kind: kind, message: error["message"]?.string ?? ""))
    }
    // Some clients report 20 or 20000 as the status; accept it here and let the judge decide.
    guard let status = message["status"]?.integer, (0...1_000_000).contains(status) else {
      throw Mistake("the answer to a request needs a status, an error or unsupported")
    }
    return .response(
      ClientResponse(
        status: Int(status), fields: try fields(message), body: try body(message),
        messages: try messages(message)))
  }

  private static func fields(_ message: JSONValue) throws(Mistake) -> FieldSection {
    guard let value = message["headers"] else { return FieldSection() }
    let mistake = Mistake("headers must be a list of [name, value], both texts of Latin-1")
    guard let pairs = value.array else { throw mistake }
    var lines: [(name: Octets, value: Octets)] = []
    for pair in pairs {
      guard let pair = pair.array, pair.count == 2, let name = pair[0].string,
        let value = pair[1].string, let name = Octets(latin1: name),
        let value = Octets(latin1: value)
      else { throw mistake }
      lines.append((name, value))
    }
    return FieldSection(lines)
  }

  private static func messages(_ message: JSONValue) throws(Mistake) -> [Octets]? {
    guard let value = message["messages"] else { return nil }
    let mistake = Mistake("messages must be a list of texts in base64 with padding")
    guard let texts = value.array else { throw mistake }
    var messages: [Octets] = []
    for text in texts {
      guard let octets = text.string.flatMap({ Octets(base64: $0) }) else { throw mistake }
      messages.append(octets)
    }
    return messages
  }

  private static func body(_ message: JSONValue) throws(Mistake) -> Octets {
    guard let value = message["body"] else { return Octets() }
    guard let text = value.string, let octets = Octets(base64: text) else {
      throw Mistake("a body must be base64 with padding, or null")
    }
    return octets
  }

  /// The driver's reason in a message with `unsupported`; `nil` if the message has none.
  static func unsupported(_ message: JSONValue) throws(Mistake) -> String? {
    guard let value = message["unsupported"] else { return nil }
    guard let reason = value.string else { throw Mistake("unsupported must be a text") }
    return reason
  }

  /// Reads the answer to `hello`.
  package static func identity(_ message: JSONValue) throws(Mistake) -> ClientIdentity {
    guard let name = message["client"]?.string, let version = message["version"]?.string,
      let can = message["can"]?.array
    else { throw Mistake("the answer to hello needs client, version and can") }
    var abilities: Set<String> = []
    for value in can {
      guard let word = value.string, Abilities.known.contains(word) else {
        throw Mistake(
          "\(value.text) in can is no ability; the words are those of docs/abilities.md")
      }
      abilities.insert(word)
    }
    return ClientIdentity(name: name, version: version, abilities: abilities)
  }

  /// Reads the answer to open, change or close: `nil`, or what is unsupported.
  package static func consent(_ message: JSONValue, to op: String) throws(Mistake) -> ClientTrouble?
  {
    if let reason = try unsupported(message) { return .unsupported(reason) }
    guard message["ok"]?.bool == true else {
      throw Mistake(
        "the answer to \(op) must be ok: true, or unsupported; it was \(message.excerpt(300))")
    }
    return nil
  }

  /// `false` if the answer to change reports a new client.
  package static func isKept(_ message: JSONValue) throws(Mistake) -> Bool {
    guard let value = message["kept"] else { return true }
    guard let isKept = value.bool else { throw Mistake("kept must be true or false") }
    return isKept
  }

  /// Reads a question for credentials, which the request with this number asks.
  package static func question(
    _ message: JSONValue, request: Int
  ) throws(Mistake) -> CredentialsQuestion {
    guard let word = message["target"]?.string,
      let target = ClientCredentials.Target(rawValue: word)
    else { throw Mistake("a question for credentials needs a target: origin or proxy") }
    if let url = message["url"], url.string == nil {
      throw Mistake("the url of a question must be a text, or null")
    }
    var failures: Int?
    if let value = message["failures"] {
      guard let number = value.integer, number >= 0 else {
        throw Mistake("failures of a question must be a number from 0, or null")
      }
      failures = Int(clamping: number)
    }
    return CredentialsQuestion(
      request: request, target: target, url: message["url"]?.string,
      scheme: message["scheme"]?.string?.lowercased(),
      realm: try latin1("realm", of: message), scope: try latin1("scope", of: message),
      failures: failures)
  }

  private static func latin1(_ key: String, of question: JSONValue) throws(Mistake) -> Octets? {
    guard let text = question[key]?.string else { return nil }
    guard let octets = Octets(latin1: text) else {
      throw Mistake("the \(key) of a question must be Latin-1")
    }
    return octets
  }
}

extension JSONValue {
  /// The text of a message, cut after that many characters.
  func excerpt(_ most: Int) -> String {
    let text = beginning(most)
    return text.count <= most ? text : "\(text.prefix(most))…"
  }
}
