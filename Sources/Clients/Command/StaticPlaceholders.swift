// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios

/// The values of the placeholders that do not depend on a request: the client's folders.
struct StaticPlaceholders {
  /// `{home}`
  var home: String
  /// `{client}`
  var client: String?
  /// `{installed}`
  var installed: String?

  /// Fills in a text. Throws if it has another placeholder.
  func fill(_ text: FillableText) throws(ProcessError) -> Octets {
    let filled = text.filled { place in
      switch place {
      case .home: Octets(home)
      case .client: client.map { Octets($0) }
      case .installed: installed.map { Octets($0) }
      default: nil
      }
    }
    guard let filled else {
      throw ProcessError("only {home}, {client} and {installed} mean something here")
    }
    return filled
  }
}
