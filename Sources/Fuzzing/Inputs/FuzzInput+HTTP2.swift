// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Playing
import Scenarios

extension FuzzInput {
  /// The reason why HTTP/2 cannot carry the input unchanged; `nil` if it can.
  var obstacleOnHTTP2: HTTP2Obstacle? {
    if involves(.proxy) { return .forwardingProxy }
    for reply in replies {
      if let obstacle = reply.obstacleOnHTTP2 { return obstacle }
    }
    return nil
  }
}

extension FuzzReply {
  fileprivate var obstacleOnHTTP2: HTTP2Obstacle? {
    guard status != nil, reason?.isEmpty ?? true, framing != .close else { return .reply }
    if connection == .closeSilently { return .silentClose }
    for line in lines + interim.compactMap(\.line) {
      if line.name.isOfConnections { return .connectionField }
      if !line.isWellFormedInHTTP2 { return .malformedField }
    }
    return nil
  }
}

extension FuzzLine {
  /// "A field value MUST NOT start or end with an ASCII whitespace character" (RFC 9113 8.2.1).
  fileprivate var isWellFormedInHTTP2: Bool {
    let value = value.written
    let edges = [value.bytes.first, value.bytes.last]
    return !FieldSection.Line(name: name, value: value).isMalformedInHTTP2
      && !edges.contains(0x20) && !edges.contains(0x09)
  }
}
