// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Scenarios
import Transcripts

/// Requests that clients make by themselves and that no scenario is about: for icons, and through a
/// proxy for hosts that the case does not have, as for updates. They are answered and not judged.
struct Aside {
  private let addresses: AddressBook
  private let servers: [ServerConfiguration]

  /// For a case with these servers.
  init(_ servers: [Recording.Server]) {
    addresses = AddressBook(servers)
    self.servers = servers.map(\.configuration)
  }

  /// The answer to a request that does not belong to the case; `nil` if it does.
  func reply(to head: RequestHead, at server: Int) -> Reply? {
    let target = TargetForm(head.target, method: head.method)
    if servers.indices.contains(server), servers[server].kind == .proxy, target.authority != nil,
      addresses.origin(meantBy: target) == nil
    {
      return Aside.reply(502, "authspec knows no server of that name\n")
    }
    guard head.method == "GET", let path = target.path?.bytes.prefix(while: { $0 != 0x3F }) else {
      return nil
    }
    let isIcon =
      Aside.files.contains { path.elementsEqual($0.utf8) }
      || path.starts(with: "/apple-touch-icon".utf8)
    return isIcon ? Aside.reply(404, "not found\n") : nil
  }

  private static let files = [
    "/favicon.ico", "/.well-known/appspecific/com.chrome.devtools.json",
  ]

  private static func reply(_ status: Int, _ body: Octets) -> Reply {
    Reply(content: .response(Reply.Response(head: ResponseHead(status: status), body: body)))
  }
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
