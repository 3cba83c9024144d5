// SPDX-License-Identifier: Apache-2.0

import Reporting
import Platform
import Clients
import Playing
import Transcripts

extension Invocation {
  /// `authspec driver-check`: tests a driver against the protocol, without scenarios.
  func driverCheck() throws(UsageError) -> ExitStatus {
    let program = try ClientSelection.driver(arguments)
    let options = console.options(color: arguments["color"])
    let check = DriverCheck(program)
    var counts = (good: 0, bad: 0, skipped: 0)
    check.perform { line in
      switch line.result {
      case .good:
        counts.good += 1
        console.say("\(paint("good", options.isColoured, "32"))     \(line.title)\n")
      case .skipped(let why):
        counts.skipped += 1
        console.say(
          "\(paint("skipped", options.isColoured, "2"))  \(line.title)\n           \(why)\n")
      case .bad(let what):
        counts.bad += 1
        console.say("\(paint("bad", options.isColoured, "31"))      \(line.title)\n")
        for part in what.split(separator: "\n") { console.say("           \(part)\n") }
      }
      console.output.flush()
    }
    let name = check.identity.map { "\($0.name) \($0.version)" } ?? program.name
    console.say("\(counts.good) good, \(counts.bad) bad, \(counts.skipped) skipped: \(name)\n")
    if check.identity == nil { return .fault }
    return counts.bad > 0 ? .failures : .good
  }

  private func paint(_ word: String, _ isColoured: Bool, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(word)\u{1B}[0m" : word
  }
}
