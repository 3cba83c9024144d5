// SPDX-License-Identifier: Apache-2.0

import Clients
import Judging
import Platform
import Playing
import ScenarioFiles
import Scenarios
import Transcripts
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Plays cases to clients that are processes, and prints the processes, descriptors and folders
/// that they leave behind.
enum ProcessLeftovers {
  private static let scenario = """
    title: A plain request
    level: must
    steps:
      - request: { path: /plain }
        origin: [{ reply: 200 }]
        expect:
          origin:
            - { path: /plain, replied: 200 }

    """

  /// Plays `cases` cases to a command, to a driver, and to a driver that exits in every case. Their
  /// scripts are in a folder.
  static func measure(_ cases: Int, scripts: String) {
    var template = Array("/tmp/authspec-measure-XXXXXX".utf8CString)
    guard let place = unsafe mkdtemp(&template) else {
      return print("no place for private folders")
    }
    let temporary = unsafe String(cString: place)
    unsafe setenv("TMPDIR", temporary, 1)
    defer { unsafe rmdir(temporary) }
    let client = ["bash", "\(scripts)/plain-client.bash", "{host}", "{port}", "{path}"]
    let driver = ["bash", "\(scripts)/plain-driver.bash"]
    guard let command = try? ClientProgram(words: client) else { return }
    play("command", cases, temporary) { CommandClient(loop: $0, program: command) }
    play("driver", cases, temporary) {
      DriverClient(loop: $0, program: ClientProgram(name: "plain", words: driver))
    }
    play("driver that exits", cases, temporary) {
      DriverClient(loop: $0, program: ClientProgram(name: "plain", words: driver + ["exits"]))
    }
  }

  private static func play(
    _ name: String, _ cases: Int, _ temporary: String,
    _ make: (EventLoop) -> any ClientUnderTest
  ) {
    guard
      let played = ScenarioLoader.load(text: Array(scenario.utf8), id: "plain", file: "plain").cases
        .first
    else { return print("no case") }
    let descriptors = names(in: "/dev/fd")
    let began = Instant.now
    var verdicts: [Verdict: Int] = [:]
    // Destroying the player ends its client.
    do {
      let loop = EventLoop()
      let player = CasePlayer(loop: loop, client: make(loop), timeout: 5000)
      for index in 0..<cases {
        let plan = CasePlan(played)
        verdicts[player.play(plan).judged(index: index).verdict, default: 0] += 1
      }
      player.stop()
    }
    let seconds = Double(Instant.now.nanoseconds(since: began)) / 1e9
    let counts = verdicts.map { "\($0.value) \($0.key)" }.sorted().joined(separator: ", ")
    print(
      "\(name): \(cases) cases (\(counts)) in \((seconds * 10).rounded() / 10) s; left: \(children()) processes,"
        + " \(names(in: "/dev/fd") - descriptors) descriptors, \(names(in: temporary)) folders")
  }

  private static func names(in folder: String) -> Int {
    (try? FileReading.names(in: folder).count) ?? -1
  }

  /// The number of children that were not waited for, plus 1 if another one still runs.
  private static func children() -> Int {
    var count = 0
    while true {
      let found = waitpid(-1, nil, WNOHANG)
      if found < 0 { return count }
      count += 1
      if found == 0 { return count }
    }
  }
}
