// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// Requests that browsers make of their own accord, for files that no scenario is about: they are
/// answered with 404 and not judged.
enum Aside {
  /// Returns `true` for a GET of such a file.
  static func isMeant(by head: RequestHead) -> Bool {
    guard head.method == "GET" else { return false }
    let path = Aside.path(of: head.target.bytes)
    return Aside.files.contains { path.elementsEqual($0.utf8) }
      || path.starts(with: "/apple-touch-icon".utf8)
  }

  private static let files = [
    "/favicon.ico", "/.well-known/appspecific/com.chrome.devtools.json",
  ]

  /// The path of a target in origin-form or absolute-form (RFC 9112 3.2), without the query.
  private static func path(of target: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var path = target
    if path.first != UInt8(ascii: "/") {
      for _ in 0..<2 {
        path = path.drop { $0 != UInt8(ascii: "/") }.dropFirst()
      }
      path = path.drop { $0 != UInt8(ascii: "/") }
    }
    return path.prefix { $0 != UInt8(ascii: "?") }
  }

  /// The answer.
  static let reply = Reply(
    content: .response(Reply.Response(head: ResponseHead(status: 404), body: "not found\n")))
}

extension Recording {
  /// The recording without some exchanges.
  func without(_ asides: Set<Int>) -> Recording {
    guard !asides.isEmpty else { return self }
    var recording = self
    recording.exchanges = []
    var places: [Int?] = []
    for (index, exchange) in exchanges.enumerated() {
      guard !asides.contains(index) else {
        places.append(nil)
        continue
      }
      places.append(recording.exchanges.count)
      var exchange = exchange
      exchange.forwardedFrom = exchange.forwardedFrom.flatMap { places[$0] }
      recording.exchanges.append(exchange)
    }
    return recording
  }
}
