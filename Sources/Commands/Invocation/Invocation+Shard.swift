// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Playing
import Reporting
import Scenarios
import Storage
import Transcripts

extension Invocation {
  /// Options that decide how a case is played; they must be the same for all parts of a run.
  var optionsOfPlay: [String] {
    ["no-probe", "server", "tls", "http", "timeout", "case-timeout", "retries", "flaky"]
      + arguments.table.clients.flatMap(\.playOptions).map(\.name)
  }

  /// The part that `--shard` names; `nil` without it.
  func shard() throws(UsageError) -> Shard? {
    guard let text = arguments["shard"] else {
      if arguments.has("times") {
        throw .words("--times is for --shard")
      }
      return nil
    }
    guard let shard = Shard(text) else {
      throw .words(
        "option '--shard' cannot be '\(text)', only K/N: part K of N, as in 3/8, "
          + "and N is at most \(Shard.limit)")
    }
    return shard
  }

  /// Keeps only a part of the cases, and returns its description, which merging compares.
  func take(
    _ shard: Shard, of catalogue: inout Catalogue, isOfAll: Bool
  ) throws(UsageError) -> RunShard {
    let times = try arguments["times"].map { path throws(UsageError) in
      try UsageError.files { () throws(FileError) in try FormerTimes(file: path).nanoseconds }
    }
    let cases = catalogue
    let fingerprint = try UsageError.files { () throws(FileError) in try cases.fingerprint }
    let part = RunShard(
      number: shard.number, count: shard.count, selected: cases.cases.count,
      places: shard.places(in: cases.cases.map(\.id), times: times), scenarios: fingerprint.text,
      options: try optionsInCommon(), isOfAll: isOfAll)
    catalogue.keep(places: part.places)
    if part.places.isEmpty, part.selected > 0 {
      console.complain("authspec: shard \(part.name) has none of \(part.selected) cases")
    }
    return part
  }

  private func optionsInCommon() throws(UsageError) -> [String] {
    var options = optionsOfPlay.filter(arguments.has).map { name in
      let values = arguments.all(name).filter { !$0.isEmpty }
      return values.isEmpty ? name : "\(name)=\(values.joined(separator: " "))"
    }
    if arguments.has("no-expected") { options.append("no-expected") }
    if let path = arguments["expected"] {
      let contents = try UsageError.contents(of: path)
      options.append("expected=\(Fingerprint([("", contents)]).text)")
    }
    return options
  }
}
