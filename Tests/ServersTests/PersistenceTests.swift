// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Servers
@testable import Transcripts
import Testing

@Suite struct PersistenceTests {
  static let cases: [(version: Octets, options: [Octets], isHTTP10: Bool, ConnectionPersistence)] =
    [
      ("HTTP/1.1", [], false, .isPersistent),
      ("HTTP/1.1", ["keep-alive"], false, .isPersistent),
      ("HTTP/1.1", ["Close"], false, []),
      ("HTTP/1.1", ["x, \tclose\t,y"], false, []),
      ("HTTP/1.1", ["x", "close"], false, []),
      ("HTTP/1.1", ["closer", "not close", "clos"], false, .isPersistent),
      ("HTTP/1.0", [], false, []),
      ("HTTP/1.0", ["Keep-Alive"], false, [.isPersistent, .saysKeepAlive]),
      ("HTTP/1.0", ["keep-alive, close"], false, []),
      ("HTTP/1.0", ["keep-alive2"], false, []),
      ("HTTP/1.1", [], true, []),
      ("HTTP/1.1", ["keep-alive"], true, [.isPersistent, .saysKeepAlive]),
    ]

  @Test(arguments: cases.indices) func `a request says what becomes of the connection`(
    _ index: Int
  ) {
    let (version, options, isHTTP10, expected) = PersistenceTests.cases[index]
    let request = RequestHead(
      method: "GET", target: "/", version: version,
      fields: FieldSection(options.map { ("connection", $0) }))
    #expect(ConnectionPersistence.of(request, isHTTP10: isHTTP10) == expected)
  }
}
