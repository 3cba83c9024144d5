// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

extension Reply {
  /// The field lines of the response, made or raw.
  package var fields: FieldSection? {
    switch self.content {
    case .response(let response): response.head.fields
    case .raw(let octets): RawResponse.fields(of: octets)
    case .webSocket(let socket): socket.head.fields
    case .nothing, .tunnel, .streamEnd: nil
    }
  }
}
