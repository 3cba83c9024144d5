// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Platform
import Transcripts
import Foundation
import TestThreads
import Testing

/// Commands that are really called: a shell that stands for a client.
@Suite(.onOwnThreads) struct CommandClientTests {
  private final class Player: ClientObserver {
    let loop = EventLoop()
    let client: CommandClient
    var outcomes: [Int: ClientOutcome] = [:]

    init(_ program: ClientProgram) {
      client = CommandClient(loop: loop, program: program)
      client.observer = self
    }

    func client(finished request: Int, _ outcome: ClientOutcome) { outcomes[request] = outcome }
    func client(asks question: CredentialsQuestion) -> CredentialsAnswer { .cancel }

    /// Waits for the end of a request, or until it is to be given up.
    func outcome(of number: Int, givenUpWhen isGivenUp: () -> Bool = { false }) -> ClientOutcome {
      while outcomes[number] == nil, !isGivenUp() {
        loop.turn(until: Instant.now.advanced(byMilliseconds: 20))
      }
      return outcomes.removeValue(forKey: number) ?? .hung(client.abandon(number))
    }

    func get(_ url: String = "http://127.0.0.1:1/") -> ClientOutcome {
      client.start(ClientRequest(url: url), number: 0)
      return outcome(of: 0)
    }
  }

  private func program(_ script: String, _ more: String = "") throws -> ClientProgram {
    let text = """
      name: shell
      kind: command
      argv: [sh, -c, '\(script)', sh, "{url}", "{output}", "{home}"]
      body: output
      outcomes: [{ stdout: "^status ([0-9]+)$", status: found }]
      \(more)
      """
    return try ClientProgram.of(text, folder: "/tmp", installed: nil)
  }

  @Test func aRequestIsAProcess() throws {
    let player = Player(try program("printf %s \"$1\" > \"$2\"; echo status 201"))
    for _ in 0..<2 {
      #expect(player.client.open(ClientSession()) == nil)
      #expect(
        player.get("http://a/b c") == .response(ClientResponse(status: 201, body: "http://a/b c")))
      #expect(player.client.close() == nil)
      #expect(player.loop.watchedCount == 0)
    }
  }

  @Test func whatIsWrittenIsKeptUpToABound() throws {
    let player = Player(try program("head -c 9000000 /dev/zero > \"$2\"; echo status 200"))
    #expect(player.client.open(ClientSession()) == nil)
    let cut = try #require(player.get().body)
    #expect(cut.suffix(40).hasSuffix(" cut at 8388608 octets"))
    #expect(cut.utf8.count < 8_388_608 + 40)
    let short = Player(try program("head -c 1000000 /dev/zero > \"$2\"; echo status 200"))
    #expect(short.client.open(ClientSession()) == nil)
    #expect(short.get().body?.utf8.count == 1_000_000)
  }

  @Test func aURLIsNoOption() throws {
    let player = Player(try program("echo status 200"))
    #expect(player.client.open(ClientSession()) == nil)
    guard case .faulty(let reason) = player.get("-K/path") else {
      Issue.record("it was handed over")
      return
    }
    #expect(reason == "a URL that begins with a hyphen")
  }

  @Test func homeLastsForASession() throws {
    let player = Player(
      try program("cat $HOME/n 2>/dev/null; echo status 200; echo x >> $HOME/n; pwd > $2"))
    #expect(player.client.open(ClientSession()) == nil)
    let home = try #require(player.get().body).trimmingCharacters(in: .newlines)
    #expect(try Shell.output("cat \(home)/n") == "x\n")
    _ = player.get()
    #expect(try Shell.output("cat \(home)/n") == "x\nx\n")
    player.client.close()
    #expect(!FileManager.default.fileExists(atPath: home))
    #expect(player.client.open(ClientSession()) == nil)
    #expect(player.get().body?.trimmingCharacters(in: .newlines) != home)
  }

  @Test func severalRunAtOnceAndCanBeGivenUp() throws {
    let mark = NSTemporaryDirectory() + "authspec-test-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: mark) }
    let player = Player(
      try program(
        "case $1 in *slow) echo waiting >&2; touch \(mark); sleep 1000 ;; *) echo status 200 ;; esac"
      ))
    #expect(player.client.open(ClientSession()) == nil)
    for number in 0..<4 {
      player.client.start(
        ClientRequest(url: number == 0 ? "http://a/slow" : "http://a/"), number: number)
    }
    for number in 1..<4 { #expect(player.outcome(of: number).status == 200) }
    #expect(
      player.outcome(of: 0) { FileManager.default.fileExists(atPath: mark) } == .hung("waiting"))
    player.client.start(ClientRequest(url: "http://a/slow"), number: 0)
    player.client.close()
    #expect(player.loop.watchedCount == 0)
    #expect(player.outcomes.isEmpty)
  }

  @Test func aProgramThatIsMissingIsAFault() throws {
    let player = Player(try ClientProgram(words: ["no-such-client", "{url}"]))
    #expect(player.client.open(ClientSession()) == nil)
    #expect(
      player.get()
        == .faulty("no-such-client: 'no-such-client' cannot be started: there is no such program"))
  }

  @Test func theBodyOfAStreamIsWrittenToIt() throws {
    let player = Player(
      try program("cat > $2; echo status 200", "stdin: body\nmethods: { POST: [] }"))
    #expect(player.client.open(ClientSession()) == nil)
    let body = Octets([UInt8](repeating: 0xE9, count: 1_000_000))
    player.client.start(ClientRequest(method: "POST", url: "http://a/", body: body), number: 0)
    #expect(player.outcome(of: 0) == .response(ClientResponse(status: 200, body: body)))
  }
}
