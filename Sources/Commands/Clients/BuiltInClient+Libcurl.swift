// SPDX-License-Identifier: Apache-2.0

import Clients
import Playing

extension BuiltInClient {
  /// The embedded libcurl.
  package static let libcurl = BuiltInClient(name: "libcurl") { _ in
    { LibcurlClient(loop: $0) }
  }
}
