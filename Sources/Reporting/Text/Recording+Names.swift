// SPDX-License-Identifier: Apache-2.0

import Transcripts

extension Recording {
  /// The name of a server by its place in `servers`, fit for a line; `?` for a place without one.
  func name(ofServer place: Int) -> String {
    servers.indices.contains(place) ? Visible.line(servers[place].configuration.name) : "?"
  }
}
