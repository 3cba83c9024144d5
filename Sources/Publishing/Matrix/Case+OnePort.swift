// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios

extension Case {
  /// `true` if two servers that take part have URLs that differ in the scheme alone:
  /// `http://127.0.0.2:8000` and `https://127.0.0.2:8000`.
  ///
  /// A client that keeps logins by host and port confuses the two. Outside of tests http and https
  /// have a port each, so that it does not. A server takes part if a step has a request, rules or
  /// expectations for it.
  var hasOnePortForBothSchemes: Bool {
    guard self.servers.contains(where: { $0.samePortAs != nil }) else { return false }
    var names: Set<String> = []
    for step in steps {
      names.formUnion(step.requests.map(\.server))
      names.formUnion(step.rules.keys)
      names.formUnion((step.expect.given + step.expect.servers).map(\.server))
    }
    let places = self.servers.filter { names.contains($0.name) }
    return places.contains { secure in
      secure.tls != nil && places.contains { $0.tls == nil && $0.isAtPlace(of: secure) }
    }
  }
}

extension ServerDefinition {
  /// `true` if host and port in the URLs of both servers are the same. A server with an authority
  /// has a port of its own.
  fileprivate func isAtPlace(of other: ServerDefinition) -> Bool {
    authority == nil && other.authority == nil && hostName == other.hostName
      && (samePortAs ?? name) == (other.samePortAs ?? other.name)
      && isIPv6 == other.isIPv6
      && (isIPv6 || (sameHostAs ?? name) == (other.sameHostAs ?? other.name))
  }
}
