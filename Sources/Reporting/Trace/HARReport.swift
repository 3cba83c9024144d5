// SPDX-License-Identifier: Apache-2.0

import JSON
import Platform
import Transcripts

/// The messages of a run's failed cases as an HTTP Archive, HAR 1.2, which browsers' developer
/// tools open: a page for each case, an entry for each exchange. A run of up to ten cases has them
/// all.
package final class HARReport: Reporter {
  /// A run of at most this many cases has all of them in the archive.
  static let mostOfAll = 10

  private let file: ReportFile
  private var header: RunHeader?
  private var pages: [JSONValue] = []
  package var failure: FileError? { file.failure }

  /// A report that is written to `path`. Throws if it cannot be written there.
  package init(path: String) throws(FileError) { file = try ReportFile(path: path) }

  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header):
      self.header = header
      let creator = JSONValue.members(["name": "authspec", "version": header.version])
      file.write("{\"log\":{\"version\":\"1.2\",\"creator\":\(creator.text),\"entries\":[")
    case .caseFinished(let result):
      guard let header, let play = result.play,
        result.isUnexpectedlyBad || header.cases <= HARReport.mostOfAll
      else { return }
      let page = HARPage(result: result, play: play, started: header.started)
      pages.append(page.json)
      for entry in page.entries { file.add(entry) }
    case .runFinished:
      file.end("\n],\"pages\":\(JSONValue.array(pages).text)}}\n")
    }
  }
}
