// SPDX-License-Identifier: Apache-2.0

import Scenarios
import TranscriptEditing
import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts

/// What the requests of a play could have been.
extension CatalogueMutation {
  func changeRequest(_ index: Int, _ body: (() -> Transcript) -> Void) {
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
  var sentAnywhere: Set<FieldSection.Line> {
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
  static func spoiled(_ value: Octets) -> [Octets] {
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

  static func credentials(of account: Account) -> [Octets] {
    if let token = account.token { return [Octets(Array("Bearer ".utf8) + token.array)] }
    let pair = Octets(account.user.array + [0x3A] + account.password.array)
    return [Octets(Array("Basic ".utf8) + pair.base64.array)]
  }
}
