// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

// How a reply and the body of its request depend on each other.
extension Reply {
  /// `true` if the reply may be sent once that many octets of the body have arrived, although it is
  /// not complete.
  func isDue(after octets: Int) -> Bool { self.isEarly && octets >= self.octetsAwaited }

  /// `true` if the body, or a part of it, must arrive first.
  var needsBody: Bool { !self.isEarly || self.octetsAwaited > 0 }
}

extension Reply.Content {
  /// Nothing of the server follows it on a connection that is to be closed.
  var isMessage: Bool {
    switch self {
    case .response, .raw: true
    case .nothing, .tunnel, .webSocket, .streamEnd: false
    }
  }
}

extension RequestHead {
  /// The client may wait with its body until the server has sent 100 (Continue) (RFC 9110 10.1.1).
  var expectsContinue: Bool {
    self.fields.values(of: "Expect" as StaticString).contains {
      $0.equalsIgnoringCase("100-continue")
    }
  }
}
