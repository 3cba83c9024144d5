// SPDX-License-Identifier: Apache-2.0

import Scenarios
import TranscriptEditing
import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts

/// One detail of a request that is checked.
extension CatalogueMutation {
  /// Each detail that is asked of an exchange, made not so in each exchange that it may be asked
  /// of: its check's id, and the play.
  func forEachDetail(_ body: (_ id: String, _ list: String, () -> Transcript) -> Void) {
    for step in plan.expectations.checklist.steps.indices {
      for server in plan.expectations.checklist.steps[step].servers {
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

  /// It proves nothing, whatever came before it.
  static let message1OfNTLM: Octets = "NTLM TlRMTVNTUAABAAAAB4IIIAAAAAAAAAAAAAAAAAAAAAA="

  /// A message and a Pong that are not expected, and no Close.
  static let mutatedFrames =
    WebSocketFrame.unmasked(opcode: 1, "mutated") + WebSocketFrame.unmasked(opcode: 10, "mutated")

  func breaks(_ detail: PatternDetail, _ index: Int) -> [(inout EditableTranscript) -> Void] {
    let exchange = play.recording.exchanges[index]
    func fields(_ change: @escaping (inout FieldSection) -> Void) -> (inout EditableTranscript) ->
      Void
    {
      { change(&$0.recording.exchanges[index].request.fields) }
    }
    switch detail {
    case .target:
      return [{ $0.recording.exchanges[index].request.target = "http://mutated/mutated" }]
    case .tls:
      return [
        { $0.recording.handshakes[exchange.connection]?.clientCertificates = ["mutated"] },
        { $0.recording.handshakes[exchange.connection] = nil },
      ]
    case .negotiation:
      return [
        { $0.recording.exchanges[index].negotiation?.isMutual.toggle() },
        { $0.recording.exchanges[index].negotiation?.isDelegated.toggle() },
        { $0.recording.exchanges[index].negotiation?.bindings = .wrong },
        { $0.recording.exchanges[index].negotiation = nil },
      ]
    case .webSocket:
      return [
        { $0.recording.webSockets[index]?.octets = Octets(CatalogueMutation.mutatedFrames) },
        { $0.recording.webSockets[index] = nil },
      ]
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
    case .ntlm:
      let isProxy = plan.servers[exchange.server].kind == .proxy
      return [
        fields {
          $0.replace(
            isProxy ? "Proxy-Authorization" : "Authorization", CatalogueMutation.message1OfNTLM)
        }
      ]
    case .query:
      let path = Octets(exchange.request.target.bytes.prefix { $0 != UInt8(ascii: "?") })
      return [{ $0.recording.exchanges[index].request.target = Octets("\(path)?mutated=1") }]
    case .dpop:
      let others = play.recording.exchanges.indices.filter { $0 != index }
      // The proof of another request, which did not come there.
      return [fields { $0.removeAll("DPoP") }]
        + others.compactMap { other in
          play.recording.exchanges[other].request.fields.first("DPoP").map { proof in
            {
              $0.recording.exchanges[other].request.fields.removeAll("DPoP")
              $0.recording.exchanges[index].request.fields.replace("DPoP", proof)
            }
          }
        }
    case .scram:
      let name: Octets =
        plan.servers[exchange.server].kind == .proxy ? "Proxy-Authorization" : "Authorization"
      let values = play.recording.exchanges.compactMap {
        $0.request.fields.values(named: name).first
      }
      let other: Octets = "SCRAM-SHA-256 realm=\"mutated\", data=\"biwsbj11c2VyLHI9eHl6\""
      return (values + [other]).map { value in fields { $0.replace(name, value) } }
    case .digest(let named): return spoil(named.name, index)
    case .nonceCount: return spoil("nc", index)
    }
  }

  /// A parameter altered, left out, or put there.
  func spoil(_ name: Octets, _ index: Int) -> [(inout EditableTranscript) -> Void] {
    let fields = play.recording.exchanges[index].request.fields
    return fields.indices.flatMap { line -> [(inout EditableTranscript) -> Void] in
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
}
