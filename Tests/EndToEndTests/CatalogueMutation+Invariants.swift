// SPDX-License-Identifier: Apache-2.0

import TranscriptEditing
import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts

/// What no scenario asks about.
extension CatalogueMutation {
  func flood(_ body: (() -> Transcript) -> Void) {
    for step in play.steps.indices {
      guard let exchange = play.recording.exchanges.first(where: { $0.step == step }) else {
        continue
      }
      let count = 161 * max(1, play.steps[step].requests.count)
      body(changed { $0.recording.exchanges += Array(repeating: exchange, count: count) })
    }
  }

  /// Digest credentials say their algorithm in quotes.
  func quoteNeedlessly(_ body: (() -> Transcript) -> Void) {
    for index in changeable {
      for line in play.recording.exchanges[index].request.fields
      where line.name.matches("Authorization") || line.name.matches("Proxy-Authorization") {
        guard var sent = try? Credentials(parsing: line.value), sent.scheme.matches("Digest") else {
          continue
        }
        sent.parameters.removeAll { $0.name.matches("algorithm") }
        sent.parameters.append(
          AuthParameter(name: "algorithm", value: "MD5", form: .quotedString))
        let value = sent.fieldValue
        body(changed { $0.recording.exchanges[index].request.fields.replace(line.name, value) })
      }
    }
  }

  /// Credentials that were good are refused, and sent again all the same: once for each realm, and
  /// once more.
  func refuse(_ body: (() -> Transcript) -> Void) {
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
        for count in 1...4 {
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
  func unoffer(_ body: (() -> Transcript) -> Void) {
    body(
      changed {
        for index in $0.recording.exchanges.indices {
          $0.recording.exchanges[index].reply = nil
        }
      })
  }

  /// What a raw challenge has in the place of a field line becomes one.
  func inject(_ body: (() -> Transcript) -> Void) {
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
