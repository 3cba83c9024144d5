// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Decides whether a connection stays open after a response (RFC 9112 9.3).
struct Persistence {
  /// `true` if the connection can serve another request.
  let persists: Bool

  init(_ head: ResponseHead, _ faults: FaultSet) {
    let options =
      head.fields.values(of: "Connection").flatMap { $0.listElements }
      + head.fields.values(of: "Proxy-Connection").flatMap { $0.listElements }
    if options.contains(where: { $0.equalsIgnoringCase("close") }), !faults.has(.closeIgnored) {
      persists = false
    } else if head.version == "HTTP/1.0" {
      persists =
        (options.contains { $0.equalsIgnoringCase("keep-alive") }
          && !faults.takes(.keepAliveOf10NotHonoured))
        || faults.has(.http10TakenForPersistent)
    } else {
      persists = true
    }
  }
}

extension Octets {
  /// The non-empty elements of a comma-separated list without quoted-strings (RFC 9110 5.6.1).
  var listElements: [Octets] {
    bytes.split(separator: UInt8(ascii: ",")).compactMap { element in
      let front = element.drop { $0 == 0x20 || $0 == 0x09 }
      guard let last = front.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
      return Octets(front[...last])
    }
  }
}
