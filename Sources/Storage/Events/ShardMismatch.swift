// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Reporting
import Transcripts

/// Why files of events are not those of all parts of one run.
enum ShardMismatch {
  /// What is wrong, each as a sentence without a full stop; none if the files are those of all
  /// parts.
  static func sentences(_ parts: [ShardEvents]) -> [String] {
    let whole = parts.filter { $0.header.shard == nil }
    guard whole.isEmpty else { return whole.map { "\($0.name) was played without --shard" } }
    var sentences = parts.compactMap { part in part.shortfall.map { "\(part.name) \($0)" } }
    if let first = parts.first {
      sentences += parts.dropFirst().flatMap { differences(first, $0) }
    }
    // Whether a part is missing can be said only of parts of one run.
    return sentences.isEmpty ? numbers(parts) : sentences
  }

  private static func differences(_ first: ShardEvents, _ other: ShardEvents) -> [String] {
    zip(first.facts, other.facts).compactMap { one, two in
      guard let left = one.value, let right = two.value, left != right else { return nil }
      return "\(other.name) was played with \(one.what) \(Visible.line(right)), and "
        + "\(first.name) with \(Visible.line(left))"
    }
  }

  /// What is wrong with the numbers of parts: each must be there once, and each place in one part.
  private static func numbers(_ parts: [ShardEvents]) -> [String] {
    let shards = parts.compactMap(\.header.shard)
    guard let shard = shards.first else { return [] }
    let files = Dictionary(grouping: parts) { $0.header.shard?.number ?? 0 }
    let sentences = (1...max(1, min(shard.count, 1000))).compactMap { number -> String? in
      let found = files[number] ?? []
      let name = "shard \(number)/\(shard.count)"
      if found.isEmpty { return "\(name) is missing" }
      let names = found.map { Visible.line($0.file) }.joined(separator: ", ")
      return found.count > 1 ? "\(name) is there more than once: \(names)" : nil
    }
    guard sentences.isEmpty else { return sentences }
    return shards.flatMap(\.places).sorted().elementsEqual(0..<shard.selected)
      ? [] : ["the shards do not share the cases out: all need the same --times, or none"]
  }
}

extension ShardEvents {
  /// The part as messages name it.
  fileprivate var name: String {
    let file = Visible.line(file)
    return header.shard.map { "shard \($0.name) (\(file))" } ?? file
  }

  /// What is the same in all parts of a run; `nil` if it is not known.
  fileprivate var facts: [(what: String, value: String?)] {
    let (client, shard) = (header.client, header.shard)
    let options = shard?.options.map { "--\($0)" }.joined(separator: " ") ?? ""
    let claims = client.abilities.sorted() + client.wrongClaims.map { "not \($0.ability)" }
    // The file may be elsewhere on each machine.
    let unmet = summary.expectations.map { "\($0.line) \($0.unmet)" }
    let mark = FNV1a(unmet.joined(separator: "\n")).bits.hex(digits: 16)
    let expected = unmet.isEmpty ? "none" : "\(unmet.count) (\(mark))"
    return [
      ("authspec", header.version), ("the client", "\(client.name) \(client.version)"),
      ("the seed", "\(header.seed)"), ("a count of shards of", "\(shard?.count ?? 0)"),
      ("a number of cases of", "\(shard?.selected ?? 0)"),
      ("the scenarios and cases", shard?.scenarios),
      ("the options", options.isEmpty ? "none" : options),
      ("the abilities", claims.joined(separator: " ")),
      ("the expected failures", shortfall == nil ? expected : nil),
    ]
  }

  /// Why the part did not come to its end; `nil` if it did.
  fileprivate var shortfall: String? {
    let how: String? =
      if summary.isInterrupted {
        "was interrupted"
      } else if summary.ranOutOfTime {
        "ran out of time"
      } else if summary.stoppedEarly {
        "stopped at its first failure"
      } else if summary.repeatedFault != nil {
        "ended after ten faults of one kind"
      } else if finished != header.cases || finished != header.shard?.places.count {
        "is not whole"
      } else {
        nil
      }
    return how.map { "\($0), after \(finished) of \(header.cases) cases" }
  }
}
