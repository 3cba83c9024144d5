// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// A client may report anything, and results are kept until they are written.
extension ClientOutcome {
  /// The octets of a response that are kept, however little the servers of the case send.
  private static let usual = 1 << 20

  /// The outcome without what is longer than all that the servers of the case send.
  func cut(for plan: CasePlan) -> ClientOutcome {
    switch self {
    case .response(let response):
      guard response.weight > ClientOutcome.usual else { return self }
      return .response(response.cut(max(ClientOutcome.usual, plan.longestContent)))
    case .failure(var failure):
      failure.message = failure.message.cut
      return .failure(failure)
    case .unsupported(let words): return .unsupported(words.cut)
    case .hung(let words): return .hung(words.cut)
    case .crashed(let words): return .crashed(words.cut)
    case .faulty(let words): return .faulty(words.cut)
    }
  }
}

extension ClientOutcome {
  /// The number of octets of its response.
  var weight: Int { if case .response(let response) = self { response.weight } else { 0 } }
}

extension ClientResponse {
  /// The number of its octets.
  fileprivate var weight: Int {
    fields.octetCount + (body?.count ?? 0) + (messages ?? []).reduce(0) { $0 + $1.count }
  }

  /// The response with at most that many octets in its header section, in its body and in its
  /// messages.
  fileprivate func cut(_ most: Int) -> ClientResponse {
    let note = Octets("\n… cut at \(most) octets")
    var response = self
    if fields.octetCount > most {
      response.fields = FieldSection(
        ClientResponse.beginning(of: fields.lazy.map { ($0.name, $0.value) }, most) {
          $0.0.count + $0.1.count
        })
    }
    if let body, body.count > most {
      response.body = Octets(Array(body.bytes.prefix(most)) + note.bytes)
    }
    if let messages {
      let kept = ClientResponse.beginning(of: messages, most, \.count)
      response.messages = kept.count < messages.count ? kept + [note] : messages
    }
    return response
  }

  /// The first elements, with at most that many octets together.
  private static func beginning<Elements: Sequence>(
    of elements: Elements, _ most: Int, _ count: (Elements.Element) -> Int
  ) -> [Elements.Element] {
    var room = most
    return elements.prefix { element in
      room -= count(element)
      return room >= 0
    }
  }
}

extension String {
  /// The most octets of a text in the client's words.
  private static let longestText = 1 << 16

  /// The text, cut if it is long.
  fileprivate var cut: String {
    guard utf8.count > String.longestText else { return self }
    return String(unicodeScalars.prefix(String.longestText)) + "…"
  }
}

extension CasePlan {
  /// The octets of the longest content that a server of the case sends, or that a client is
  /// expected to report.
  fileprivate var longestContent: Int {
    let sent = rules.joined().joined().map { $0.samples.map(\.contentLength).max() ?? 0 }
    let expected = played.steps.map { $0.expect.client?.body?.length ?? 0 }
    return (sent + expected).max() ?? 0
  }
}

extension Reply {
  fileprivate var contentLength: Int {
    switch self.content {
    case .response(let response): response.head.fields.octetCount + response.body.count
    case .raw(let octets): octets.count
    case .webSocket(let socket): socket.length
    case .nothing, .tunnel, .streamEnd: 0
    }
  }
}

extension Reply.WebSocket {
  fileprivate var length: Int {
    acts.reduce(0) { length, act in
      if case .send(let octets) = act { length + octets.count } else { length }
    }
  }
}

extension ExchangePattern.Body {
  fileprivate var length: Int {
    if case .equals(let template) = self { template.constant?.count ?? 0 } else { 0 }
  }
}
