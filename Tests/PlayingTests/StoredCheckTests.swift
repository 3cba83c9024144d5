// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPAuth
import Platform
import TestThreads
import Testing

@testable import Playing
@testable import Transcripts

/// What a client's script has seen.
private final class Notes<Note> {
  var all: [Note] = []
}

/// The number of logins in a client's files, and changes of these files before a step.
@Suite(.onOwnThreads) struct StoredCheckTests {
  /// A client that writes a file in each step, unless its text is `nil`.
  private static func result(
    _ expected: String, _ texts: [String?], steps: String = "",
    with look: @escaping (Int, String) -> Void = { _, _ in }
  ) throws -> CaseResult {
    try Rehearsal.result(
      """
      needs: [basic]
      client: { store: true, credentials: [alice, bob] }
      steps:
        - request: {}
          expect: { stored: \(expected) }
        \(steps)
      """, abilities: CannedClient.allAbilities.union(["store"])
    ) { caller in
      guard let folder = caller.client.session.store else { return nil }
      look(caller.step, folder)
      if let text = texts[caller.step] {
        try? AtomicFile.write(text.utf8, to: folder + "/logins", isPrivate: true)
      }
      return .response(ClientResponse(status: 200))
    }
  }

  @Test(
    arguments: [
      "alice open sesame", "open%20sesame", "b3BlbiBzZXNhbWU=", "YWxpY2U6b3BlbiBzZXNhbWU=",
    ])
  func aLoginIsFoundInEachForm(_ text: String) throws {
    #expect(try Self.result("{ alice: 1, bob: 0 }", [text]).verdict("1.stored.alice") == .pass)
    let other = try Self.result("{ alice: 0..1, bob: 1 }", [text])
    #expect(other.verdict("1.stored.alice") == .pass)
    #expect(other.verdict("1.stored.bob") == .fail)
    #expect(
      other["1.stored.bob"]?.finding
        == Finding(
          expected: "the login of bob once in the files of the client", observed: "not at all"))
  }

  @Test func aLoginIsCounted() throws {
    let twice = "open sesame\nopen%20sesame\n"
    #expect(try Self.result("{ alice: 1 }", [twice]).verdict("1.stored.alice") == .fail)
    #expect(try Self.result("{ alice: 2 }", [twice]).verdict("1.stored.alice") == .pass)
    #expect(try Self.result("{ alice: 0 }", [twice]).verdict("1.stored.alice") == .fail)
  }

  @Test(arguments: [nil, "a form that nobody can read"])
  func withoutAReadableLoginThereIsNothingToCount(_ text: String?) throws {
    #expect(try Self.result("{ alice: 0 }", [text]).verdict("1.stored.alice") == .inconclusive)
    #expect(try Self.result("{ alice: 1 }", [text]).verdict("1.stored.alice") == .inconclusive)
  }

  /// The files before each step.
  private func seen(_ state: String, _ text: String) throws -> [String?] {
    let seen = Notes<String?>()
    let result = try Self.result(
      "{ alice: 1 }", [text, nil], steps: "- { request: {}, store: \(state) }"
    ) { _, folder in
      seen.all.append((try? FileReading.read(folder + "/logins")).map { Octets($0).latin1 })
    }
    #expect(result.verdict("1.stored.alice") == .pass, "\(result.complaints)")
    return seen.all
  }

  @Test func aFileIsCutOff() throws {
    #expect(try seen("cut", "alice:open sesame\n") == [nil, "alice:open se"])
    #expect(try seen("cut", "open sesame")[1] == "open s")
  }

  @Test func aFileIsBroken() throws {
    let broken = try #require(try seen("broken", "alice:open sesame\n")[1])
    #expect(broken.unicodeScalars.count == 65)
    #expect(broken.last == "\n" && !broken.dropLast().contains("\n"))
    #expect(!broken.contains("sesame"))
  }

  @Test func filesCannotBeWritten() throws {
    let isWritten = Notes<Bool>()
    let result = try Self.result(
      "{ alice: 1 }", ["open sesame", "open barley"],
      steps: "- { request: {}, store: read-only, expect: { stored: { alice: 1 } } }"
    ) { _, folder in
      let isDone: Void? = try? AtomicFile.write("x".utf8, to: folder + "/other", isPrivate: true)
      isWritten.all.append(isDone != nil)
    }
    // A user of all rights is bound by a flag alone, which not every file system has.
    if result.verdict == .skipped { return }
    #expect(isWritten.all == [true, false])
    #expect(result.verdict("2.stored.alice") == .pass, "\(result.complaints)")
  }

  /// Who may not search a folder reads no file in it, whatever the mode of the file is.
  @Test(arguments: [(0o755, Verdict.fail), (0o700, .pass), (0o710, .pass)])
  func modesOfFoldersCount(_ mode: Int, _ verdict: Verdict) throws {
    let result = try Self.result("{ alice: 1 }", [nil]) { _, folder in
      let inner = folder + "/inner"
      try? AtomicFile.write("open sesame".utf8, to: inner + "/file", isDurable: false)
      try? FileManager.default.setAttributes(
        [.posixPermissions: mode == 0o710 ? 0o604 : 0o644], ofItemAtPath: inner + "/file")
      try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: inner)
    }
    #expect(result.invariant("store-private") == verdict, "\(result.complaints)")
  }
}
