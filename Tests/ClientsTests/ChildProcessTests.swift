// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Clients
@testable import Platform
@testable import Transcripts
import Foundation
import TestThreads
import Testing

/// Processes on the loop: what they say, how they end, and that nothing is left of them.
@Suite(.onOwnThreads) struct ChildProcessTests {
  private final class Listener: ProcessOwner {
    var output: [UInt8] = []
    var ending: ProcessEnding?
    func process(_ process: ChildProcess, wrote octets: ArraySlice<UInt8>) { output += octets }
    func process(_ process: ChildProcess, ended ending: ProcessEnding) { self.ending = ending }
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// In milliseconds. Nothing here takes nearly so long, except what hangs.
  private static let anHour = 3_600_000

  private func command(_ script: String) -> ProcessCommand {
    ProcessCommand(
      argv: ["sh", "-c", Octets(script)],
      environment: [.init("PATH", "/usr/bin:/bin"), .init("MARK", "1")])
  }

  /// Runs a script to its end.
  private func run(
    _ script: String, input: String? = nil, pollsForEnd: Bool = false
  ) throws -> (Listener, ChildProcess) {
    let loop = EventLoop()
    let listener = Listener()
    let process = try ChildProcess(
      command(script), loop: loop, hasInput: input != nil, pollsForEnd: pollsForEnd)
    process.owner = listener
    if let input {
      process.write(input.utf8)
      process.closeInput()
    }
    #expect(process.waitForEnd(Self.anHour))
    #expect(loop.watchedCount == 0)
    return (listener, process)
  }

  @Test(arguments: [false, true])
  func reportsOutputAndEnd(pollsForEnd: Bool) throws {
    let (listener, process) = try run(
      "read line; echo \"$line\"; echo sorry >&2; exit 7", input: "hello\n",
      pollsForEnd: pollsForEnd)
    #expect(listener.text == "hello\n")
    #expect(listener.ending == .exit(7))
    #expect(process.stderrTail.lines() == "sorry")
  }

  @Test func aSignalIsNoExit() throws {
    #expect(try run("kill -SEGV $$").0.ending == .signal(11))
    #expect("\(ProcessEnding.signal(11))" == "was ended by SIGSEGV (signal 11)")
  }

  @Test func itHasTheGivenEnvironmentAndNothingElse() throws {
    let names = try run("env").0.text.split(separator: "\n").compactMap {
      $0.split(separator: "=").first.map(String.init)
    }
    // The shell itself adds these.
    #expect(Set(names).subtracting(["PWD", "OLDPWD", "SHLVL", "_"]) == ["PATH", "MARK"])
  }

  @Test func itHasNoOtherDescriptors() throws {
    // A descriptor that a careless child process inherits.
    let leak = unsafe open("/dev/null", O_RDONLY)
    defer { close(leak) }
    #expect(try run("ls /proc/self/fd | tr '\\n' ' '").0.text == "0 1 2 3 ")
  }

  @Test func itLeavesNoCoreAndHasFewFiles() throws {
    let text = try run("sleep 0.1; ulimit -c; ulimit -n").0.text
    #expect(text == "0\n1024\n")
  }

  @Test func itHasAGroupOfItsOwnAndDefaultSignals() throws {
    let text = try run("kill -PIPE $$; echo alive").0.text
    #expect(text == "")
  }

  @Test func muchIsReadAndWritten() throws {
    let input = String(repeating: "0123456789abcdef", count: 200_000)
    let (listener, _) = try run("cat", input: input)
    #expect(listener.output.count == input.utf8.count)
    #expect(listener.output == Array(input.utf8))
  }

  @Test func whatItLeftBehindEndsWithIt() throws {
    // Nothing waits for the end of this child: a day.
    let (listener, _) = try run("sleep 86400 & echo $!")
    #expect(listener.ending == .exit(0))
    let child = try #require(Int32(listener.text.trimmingCharacters(in: .newlines)))
    // It may take a moment until the process that inherited it has waited for it.
    while kill(child, 0) == 0 { usleep(10_000) }
  }

  @Test func whoeverDoesNotListenToTermIsKilled() throws {
    let loop = EventLoop()
    let listener = Listener()
    let process = try ChildProcess(
      command("trap '' TERM; echo ready; while :; do sleep 0.05; done"), loop: loop,
      hasInput: false)
    process.owner = listener
    while listener.output.isEmpty { loop.turn(until: Instant.now.advanced(byMilliseconds: 20)) }
    process.terminate(grace: 100)
    #expect(process.waitForEnd(Self.anHour))
    #expect(listener.ending == .signal(9))
  }

  @Test func whoeverStopsReadingDoesNotHoldUpTheLoop() throws {
    let (listener, _) = try run(
      "exec 0<&-; sleep 0.2; echo done", input: String(repeating: "x", count: 1_000_000))
    #expect(listener.text == "done\n")
  }

  @Test func aProgramThatCannotBeStartedIsNamed() throws {
    func reason(_ program: Octets, folder: String? = nil) -> String? {
      do throws(ProcessError) {
        _ = try ChildProcess(
          ProcessCommand(argv: [program], folder: folder), loop: EventLoop(), hasInput: false)
        return nil
      } catch { return error.reason }
    }
    #expect(
      reason("no-such-program") == "'no-such-program' cannot be started: there is no such program")
    #expect(reason("/etc/passwd") == "'/etc/passwd' cannot be started: it may not be executed")
    #expect(reason("") == "there is no program")
    #expect(reason("true\u{0}x")?.contains("NUL") == true)
  }

  @Test func nothingIsLeftOfManyProcesses() throws {
    // The open pipes of this process, each with its number. Sockets and loops are other tests', some
    // of which keep them to the end. Where the system does not tell pipes, all open files.
    func descriptors() throws -> Set<String> {
      let manager = FileManager.default
      return Set(
        try manager.contentsOfDirectory(atPath: "/dev/fd").compactMap { number in
          let file = try? manager.destinationOfSymbolicLink(atPath: "/dev/fd/\(number)")
          return file?.hasPrefix("pipe:") ?? true ? "\(number) \(file ?? "")" : nil
        })
    }
    _ = try run("exit 0")
    let before = try descriptors()
    for round in 0..<100 {
      if round % 2 == 0 {
        _ = try run("exit 3")
      } else {
        let process = try ChildProcess(command("sleep 100"), loop: EventLoop(), hasInput: true)
        process.stop()
        #expect(process.ending == .signal(9))
      }
    }
    // Other tests run in this process. What they have open now goes sooner or later, what they open
    // after this does not count, and a leak stays.
    var left = try descriptors().subtracting(before)
    for _ in 0..<6_000 where left.count >= 60 {
      WorkerThread.sleep(milliseconds: 50)
      left.formIntersection(try descriptors())
    }
    #expect(left.count < 60)
  }

  @Test func thePrivateFolderGoesWithAllThatIsInIt() throws {
    var path = ""
    do {
      let folder = try #require(PrivateFolder())
      path = folder.path
      #expect(folder.write("x", to: "home/deep/er/file"))
      #expect(folder.read("home/deep/er/file", limit: 10) == "x")
      _ = try Shell.output(
        "cd \(path)/home; ln -s /etc link; ln -s \(path)/tmp loop; mkdir -p a/b; touch a/b/c; chmod 000 a/b; chmod 500 a"
      )
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(FileManager.default.fileExists(atPath: "/etc/passwd"))
  }
}
