// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation
import TestThreads
import Testing

@Suite("Drivers that go wrong in one case", .onOwnThreads)
struct HostileDriverTests {
  /// What a driver does in place of an answer, the verdict, and what has to be said of it.
  struct Misdeed: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let script: String
    let verdict: Verdict
    let words: [String]

    init(_ name: String, _ script: String, _ verdict: Verdict = .error, _ words: String...) {
      testDescription = name
      self.script = "echo 'I am lost' >&2; sleep 0.05; \(script)"
      self.verdict = verdict
      self.words = words
    }
  }

  static let misdeeds = [
    Misdeed("nonsense", "echo nonsense", .error, "it wrote a line that is not JSON", "nonsense"),
    Misdeed("binary", #"printf '\000\377\n'"#, .error, "it wrote a line that is not JSON"),
    Misdeed("an empty line", "echo", .error, "it wrote a line that is not JSON"),
    Misdeed("JSON that is cut off", #"echo '{"id":'"#, .error, "the document ends too early"),
    Misdeed("JSON that is no object", "echo '[1]'", .error, "not a JSON object: [1]"),
    Misdeed("no id", #"echo '{"status":200}'"#, .error, "without an id that is a number"),
    Misdeed(
      "another id", #"echo '{"id":999,"status":200}'"#, .error, "the id 999, which waits for no"),
    Misdeed("no status", #"answer '"ok":true'"#, .error, "needs a status"),
    Misdeed(
      "a body that is not base64", #"answer '"status":200,"body":"?"'"#, .error,
      "a body must be base64"),
    Misdeed(
      "a huge line", "head -c 16000001 /dev/zero | tr '\\0' a", .error,
      "a line of more than 16 MB"),
    Misdeed(
      "a message of many values",
      #"printf '{"id":1,"x":['; head -c 1000000 /dev/zero | tr '\000' '1' | sed 's/./1,/g'; echo '1]}'"#,
      .error, "it wrote a line that is not JSON (it has too many values)"),
    Misdeed("an exit", "exit 7", .error, "exited with status 7 before it had answered"),
    Misdeed("a good exit", "exit 0", .error, "exited with status 0 before it had answered"),
    Misdeed("half a line", #"printf '{"id'; exit 1"#, .error, "in the middle of a line: {\"id"),
    Misdeed(
      "a child that keeps the pipes", "sleep 1000 & exit 3", .error,
      "exited with status 3 before it had answered"),
    Misdeed(
      "a child in a session of its own that keeps the pipes", "setsid sleep 20 & exit 3", .error,
      "exited with status 3 before it had answered"),
    Misdeed("a signal", "kill -SEGV $$", .crash, "was ended by SIGSEGV (signal 11)"),
    Misdeed(
      "a sanitizer's report",
      "echo 'SUMMARY: AddressSanitizer: heap-use-after-free x.c:3 in f' >&2; exit 1", .crash,
      "SUMMARY: AddressSanitizer: heap-use-after-free"),
    Misdeed(
      "a panic of Go",
      "printf 'panic: oh\\n\\ngoroutine 1 [running]:\\nmain.main()\\n' >&2; exit 2", .crash,
      "exited with status 2: panic: oh"),
    Misdeed(
      "a panic of Rust", #"echo "thread 'main' panicked at src/main.rs:2:5:" >&2; exit 101"#,
      .crash,
      "exited with status 101: thread 'main' panicked at src/main.rs:2:5:"),
    Misdeed(
      "an uncaught exception of Node.js",
      "printf 'x.js:1\\n\\nTypeError: oh\\n    at f (x.js:1:7)\\n\\nNode.js v18.19.0\\n' >&2; exit 1",
      .crash, "exited with status 1: TypeError: oh"),
    Misdeed(
      "an uncaught exception of Python",
      #"printf 'Traceback (most recent call last):\n  File "x.py", line 1\nValueError: oh\n' >&2; exit 1"#,
      .crash, "exited with status 1: ValueError: oh"),
    Misdeed(
      "an uncaught exception of Java",
      #"echo 'Exception in thread "main" java.lang.IllegalStateException: oh' >&2; exit 1"#, .crash,
      "java.lang.IllegalStateException: oh"),
    Misdeed(
      "a trace that was only logged",
      "echo 'Traceback (most recent call last):' >&2; echo 'ValueError: oh' >&2; exit 3", .error,
      "exited with status 3 before it had answered"),
    Misdeed("silence", "exec sleep 1000", .timeout, "the client did not come to an end"),
    Misdeed("a closed output", "exec >&-; exec sleep 1000", .timeout, "did not come to an end"),
  ]

  @Test(
    "It is said what it did, in which case, with its last words; the others are played",
    arguments: misdeeds)
  func told(_ misdeed: Misdeed) throws {
    let place = try HostileClient.place(driver: HostileClient.driver(misdeed.script))
    let run = try place.run(
      "run", "--driver", "sh \(place.path)/driver.sh", "--timeout",
      HostileClient.timeout(misdeed.verdict), "--jobs", "1", "--retries", "0")
    let isFault = misdeed.verdict == .error
    #expect(
      run.status == (isFault ? ExitStatus.fault : .failures).rawValue, "\(run.output)\(run.errors)")
    #expect(run.output.contains(HostileClient.line(misdeed.verdict)), "\(run.output)")
    for words in misdeed.words + ["I am lost"] {
      #expect(run.output.contains(words), "\(run.output)")
    }
    if misdeed.verdict != .timeout { #expect(run.output.contains("driver")) }
    #expect(run.output.contains("3 cases: 2 passed, 1 "), "\(run.output)")
    let report = try place.text("Reports/junit.xml")
    #expect(report.contains("I am lost"))
    #expect(report.contains("tests=\"3\""))
  }

  @Test("One that goes wrong in every open is told of in every case")
  func open() throws {
    let place = try HostileClient.place(
      driver: HostileClient.driver("exit 9", open: "echo 'no more' >&2; exit 8"))
    let run = try place.run("run", "--driver", "sh \(place.path)/driver.sh", "--jobs", "2")
    #expect(run.status == ExitStatus.fault.rawValue)
    #expect(run.output.contains("3 cases: 0 passed, 3 faults"), "\(run.output)")
    #expect(run.output.contains("exited with status 8 before it had answered"))
    #expect(run.output.contains("no more"))
  }

  @Test(
    "A client that had to be made anew for a change shows nothing of what it remembers",
    arguments: [("", 0, "1 case: 1 passed"), (#","kept":true"#, 0, "1 case: 1 passed")]
      + [(#","kept":false"#, 4, "1 case: 0 passed, 1 inconclusive")]
      + [(#","kept":1"#, 3, "kept must be true or false")])
  func kept(_ member: String, _ status: Int32, _ words: String) throws {
    let driver = HostileClient.driver(
      "exit 9", change: "answer '\"ok\":true\(member)'")
    let place = try Workplace([
      "driver.sh": driver,
      "Scenarios/plain/change.yaml": """
      title: A change
      level: must
      accounts:
        alice: { password: open sesame }
      steps:
        - request: { path: /before }
          origin: [{ reply: 200 }]
          expect:
            client: { status: 200 }
        - client: { credentials: [alice] }
          request: { path: /after }
          origin: [{ reply: 200 }]
          expect:
            client: { status: 200 }

      """,
    ])
    let run = try place.run(
      "run", "--driver", "sh \(place.path)/driver.sh", "--no-junit", "--record", "records")
    #expect(run.status == status, "\(run.output)\(run.errors)")
    #expect(run.output.contains(words), "\(run.output)")
    // A recording tells it, too.
    let again = try place.run("judge", "records/plain__change.json", "--no-junit")
    #expect(again.status == status, "\(again.output)\(again.errors)")
  }

  /// A command line, and what has to be said of it.
  static let lines: [(line: String, words: [String])] = [
    (
      "./no-such-driver", ["driver: './no-such-driver' cannot be started: there is no such program"]
    ),
    ("no-such-driver", ["driver: 'no-such-driver' cannot be started: there is no such program"]),
    ("driver.sh", ["there is no such program\nto start a file: 'sh driver.sh', or './driver.sh'"]),
    (
      "/etc/passwd",
      [
        "driver: '/etc/passwd' cannot be started: it may not be executed\n"
          + "to start a file: 'PROGRAM /etc/passwd', or chmod +x /etc/passwd"
      ]
    ),
    ("./text", ["driver: './text' cannot be started: it is not a program"]),
    ("true", ["driver exited with status 0 before it had answered"]),
    ("sh -c 'echo oh >&2; exit 3'", ["driver exited with status 3", "oh"]),
    ("sh -c 'kill -SEGV $$'", ["driver was ended by SIGSEGV"]),
    ("echo hello", ["driver: it wrote a line that is not JSON", "hello"]),
    (#"echo '{"id":1}'"#, ["driver: the answer to hello needs client, version and can"]),
  ]

  @Test("One that cannot be greeted ends the run with 3 before a case is played", arguments: lines)
  func neverStarted(_ line: String, _ words: [String]) throws {
    let place = try HostileClient.place(driver: "")
    try place.write("", to: "text")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(place.path)/text")
    let run = try place.run("run", "--driver", line)
    #expect(run.status == ExitStatus.fault.rawValue, "\(run.output)\(run.errors)")
    for words in words { #expect(run.errors.contains(words), "\(run.errors)") }
  }
}
