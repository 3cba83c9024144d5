// SPDX-License-Identifier: Apache-2.0

import Reporting
import Transcripts

/// Which results are of one client in several versions.
struct ClientVersions {
  private let matrix: ClientMatrix

  init(_ matrix: ClientMatrix) { self.matrix = matrix }

  /// The newest version of the same client that is older; `nil` if none is kept.
  func before(_ client: Int) -> Int? {
    siblings(of: client).filter { isOlder($0, than: client) }.max { isOlder($0, than: $1) }
  }

  /// The oldest version of the same client that is newer; `nil` if none is kept.
  func after(_ client: Int) -> Int? {
    siblings(of: client).filter { isOlder(client, than: $0) }.min { isOlder($0, than: $1) }
  }

  private func siblings(of client: Int) -> [Int] {
    let name = matrix.clients[client].results.client.name
    return matrix.clients.indices.filter {
      $0 != client && matrix.clients[$0].results.client.name == name
    }
  }

  private func isOlder(_ left: Int, than right: Int) -> Bool {
    let versions = [left, right].map { Self.parts(of: matrix.clients[$0].results.number) }
    return versions[0].lexicographicallyPrecedes(versions[1])
  }

  /// The parts of a version, to be compared: `1.9-rc1`, `1.9`, `1.10`.
  static func parts(of version: String) -> [Part] {
    var parts: [Part] = []
    for word in version.split(whereSeparator: { !$0.isASCII || !($0.isLetter || $0.isNumber) }) {
      var rest = word[...]
      while let first = rest.first {
        let run = rest.prefix { $0.isNumber == first.isNumber }
        rest = rest.dropFirst(run.count)
        parts.append(first.isNumber ? .number(String(run.drop { $0 == "0" })) : Part(word: run))
      }
    }
    return parts + [.end]
  }

  /// A part of a version. A number may have any length.
  enum Part: Comparable {
    /// `rc`, `beta`: before the version without it.
    case early(String)
    case end
    case word(String)
    case number(String)

    init(word: Substring) {
      let word = word.lowercased()
      let isEarly = ["a", "alpha", "b", "beta", "dev", "pre", "preview", "rc"].contains(word)
      self = isEarly ? .early(word) : .word(word)
    }

    static func < (left: Part, right: Part) -> Bool {
      switch (left, right) {
      case (.early(let left), .early(let right)), (.word(let left), .word(let right)):
        left < right
      case (.number(let left), .number(let right)):
        (left.utf8.count, left) < (right.utf8.count, right)
      default: left.rank < right.rank
      }
    }

    private var rank: Int {
      switch self {
      case .early: 0
      case .end: 1
      case .word: 2
      case .number: 3
      }
    }
  }
}

extension ClientResults {
  /// The version without the client's name: `7.88.1`.
  var number: String {
    let name = Visible.line(client.name)
    return String(displayName.dropFirst(name.count).drop { $0 == " " })
  }
}
