// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

extension Recording.Exchange {
  mutating func setStatus(_ status: Int) {
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
  mutating func remove(_ index: Int) {
    self = FieldSection(
      indices.filter { $0 != index }.map { (name: self[$0].name, value: self[$0].value) })
  }

  mutating func set(_ index: Int, _ value: Octets) {
    self = FieldSection(
      indices.map { (name: self[$0].name, value: $0 == index ? value : self[$0].value) })
  }

  mutating func removeAll(_ name: Octets) {
    self = FieldSection(
      filter { !$0.name.equalsIgnoringCase(name) }.map { (name: $0.name, value: $0.value) })
  }

  mutating func replace(_ name: Octets, _ value: Octets) {
    removeAll(name)
    append(name, value)
  }
}
