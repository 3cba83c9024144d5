import ClientDrivers
import Conformance
import Polling

let arguments = CommandLine.arguments
let keeps = arguments.count > 1 && arguments[1] == "kept"
let cases = arguments.count > 2 ? Int(arguments[2]) ?? 10_000 : 10_000
if arguments.count > 1, arguments[1] == "play" {
  playFiles(Array(arguments[2...]))
} else {
  measure(keeps: keeps, cases: cases)
}

func measure(keeps: Bool, cases: Int) {
  let loop = EventLoop()
  let client = LibcurlClient(loop: loop)
  client.keepsConnections = keeps
  let player = CasePlayer(loop: loop, client: client, timeout: 2000)
  player.keepsConnections = keeps
  let plan = CasePlan(DigestCase.make(number: 0))
  var failed = 0
  let began = Instant.now
  for index in 0..<cases {
    let result = CaseJudge.judge(plan, player.play(plan), index: index)
    if result.verdict != .pass {
      failed += 1
      if failed == 1 {
        for check in result.checks {
          print(check.descriptor.id, check.verdict, check.finding ?? "")
        }
        print(result.reason ?? "")
      }
    }
  }
  let seconds = Double(Instant.now.nanoseconds - began.nanoseconds) / 1e9
  print(
    "cases=\(cases) failed=\(failed) seconds=\(seconds) cases_per_second=\(Double(cases) / seconds)"
  )
  player.stop()
}
