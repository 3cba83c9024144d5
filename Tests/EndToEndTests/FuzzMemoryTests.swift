// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Clients
@testable import Fuzzing
import Foundation
import TestThreads
import Testing

#if os(Linux)
  @Suite(
    "Drivers that keep memory", .onOwnThreads,
    .enabled(if: CCompiler.path != nil, "there is no clang"))
  struct FuzzMemoryTests {
    /// The objections to memory with a driver that is called with these words.
    private func hits(_ words: String...) throws -> [OracleFailure] {
      let place = try Workplace()
      let source = CCompiler.source("KeepingDriver/driver.c")
      try #require(try CCompiler.run(["-O1", source, "-o", "driver"], in: place))
      let program = ClientProgram(name: "keeping", words: ["\(place.path)/driver"] + words)
      let target = ClientTarget(timeout: 10_000) { DriverClient(loop: $0, program: program) }
      defer { target.stop() }
      let input = FuzzInput(text: "WWW-Authenticate: Newauth realm=\"${300*a}\"\n")
      // It has no process before it is asked for something.
      _ = target.observe(input, lookingFor: nil)
      let observation = target.observe(input, lookingFor: FailureSignature(.memory))
      #expect(observation.examined.contains(.memory))
      return observation.failures.filter { $0.signature == FailureSignature(.memory) }
    }

    @Test("are objected to; one that gives it back is not")
    func found() throws {
      let hit = try #require(try hits("keep").first)
      #expect(hit.observed.hasSuffix("MiB kept"))
      #expect(try hits().isEmpty)
    }
  }
#endif
