// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text if it has at most `limit` octets of UTF-8; otherwise its beginning and a line that
  /// says where it is cut, with `limit` octets at most.
  package func clipped(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let mark = "\n… cut at \(limit) octets"
    var kept = utf8.prefix(max(0, limit - mark.utf8.count))
    while String(kept) == nil, !kept.isEmpty { kept = kept.dropLast() }
    return (String(kept) ?? "") + mark
  }
}
