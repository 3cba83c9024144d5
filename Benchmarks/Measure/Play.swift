import ClientDrivers
import Conformance
import Polling
import ScenarioLanguage
import HTTPAuth
import Foundation

func playFiles(_ paths: [String]) {
  var cases: [Case] = []
  for path in paths {
    let text = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
    let result = ScenarioLoader.load(
      text: text,
      id: path.replacingOccurrences(of: "Scenarios/", with: "").replacingOccurrences(
        of: ".yaml", with: ""), file: path)
    for d in result.diagnostics { print(d) }
    cases += result.cases
  }
  var options = RunOptions(); options.jobs = 2
  let run = Run(cases: cases, options: options, expected: nil) { LibcurlClient(loop: $0) }
  let s = run.perform(interruption: Interruption()) { event in
    if case .caseFinished(let r) = event {
      print(r.verdict, r.played.id, r.reason ?? "")
      for c in r.checks where c.verdict != .pass {
        print(
          "     ", c.verdict, c.descriptor.id,
          c.finding.map { "expected \($0.expected) observed \($0.observed) \($0.diagnosis ?? "")" }
            ?? "")
      }
    }
  }
  print(s.counts, Double(s.duration) / 1e6, "ms")
}
