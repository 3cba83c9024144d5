// SPDX-License-Identifier: Apache-2.0

import Playing

extension Arguments {
  /// How servers and client begin to speak HTTP/2; `nil` if they speak HTTP/1.1.
  var http2Start: HTTP2Start? {
    self["http"].map { $0 == "2" ? .afterALPN : .withPriorKnowledge }
  }
}
