// SPDX-License-Identifier: Apache-2.0

import Reporting
import Transcripts

/// A picture that a client's project can show: how many of its concluded cases are not broken.
package struct Badge {
  /// The file's name: that of the client, without a version, so that its address stays.
  package let file: String
  /// The text for screen readers.
  let title: String
  private let figure: String
  private let color: String

  private init(_ matrix: ClientMatrix, _ standing: ClientStanding) {
    let results = matrix.clients[standing.client].results
    let counts = standing.counts
    file = Badge.file(of: results)
    let right = counts.concluded - counts.bad
    figure =
      counts.concluded == 0
      ? "–" : "\(Phrases.count(right))/\(Phrases.count(counts.concluded))"
    let date = results.date.isEmpty ? "" : ", played on \(results.date)"
    let few = standing.hasFew ? "; fewer than a fifth of all cases were concluded" : ""
    title =
      "authspec \(results.basis.authspec): \(Visible.cut(results.displayName, to: 80)) keeps the rules in "
      + "\(Phrases.count(right)) of \(Phrases.count(counts.concluded)) concluded cases"
      + "\(standing.group == .leak ? ", and leaks a login" : "")\(date)\(few)"
    color =
      if standing.group == .leak {
        "#a31621"
      } else if standing.causes.isEmpty {
        standing.hasFew ? Badge.grey : "#1c6238"
      } else {
        "#2f557c"
      }
  }

  private static let grey = "#54585f"

  /// The badges of a matrix: one for each client, of its newest version.
  package static func all(of matrix: ClientMatrix) -> [Badge] {
    let versions = ClientVersions(matrix)
    return matrix.standings.filter { versions.after($0.client) == nil }
      .map { Badge(matrix, $0) }.sorted { $0.file < $1.file }
  }

  /// The name of the badge of a client.
  static func file(of results: ClientResults) -> String {
    var bare = results
    bare.client.version = ""
    return "\(bare.name).svg"
  }

  /// The SVG document: `authspec 2,067/2,924`.
  package var svg: String {
    let label = "authspec"
    let left = 10 + Badge.width(label)
    let right = 10 + Badge.width(figure)
    let title = XMLText.attribute(title)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20" role="img" \
      aria-label="\(label) \(figure)">
      <title>\(title)</title>
      <clipPath id="r"><rect width="\(left + right)" height="20" rx="3"/></clipPath>
      <g clip-path="url(#r)"><path fill="#36393d" d="M0 0h\(left)v20H0z"/>\
      <path fill="\(color)" d="M\(left) 0h\(right)v20H\(left)z"/></g>
      <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" \
      font-size="11">
      <text x="\(left / 2)" y="14" textLength="\(left - 10)">\(label)</text>
      <text x="\(left + right / 2)" y="14" textLength="\(right - 10)">\(figure)</text>
      </g>
      </svg>

      """
  }

  /// About how wide a text is in Verdana of 11 px; `textLength` makes it so in any font.
  private static func width(_ text: String) -> Int {
    text.reduce(0) { $0 + (",".contains($1) ? 4 : "/".contains($1) ? 5 : 7) }
  }
}
