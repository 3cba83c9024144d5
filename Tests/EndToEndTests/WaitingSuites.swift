// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The suites of a test target that wait without threads of their own, by the text of its files.
///
/// A suite waits if its file names something that starts a process, plays a case, turns a loop or
/// sleeps, or a type of the target that does so.
struct WaitingSuites {
  /// What blocks a thread, as it is written in Swift.
  private static let words = [
    #"Process\("#, #"Thread\.sleep"#, "WorkerThread", #"usleep\("#, #"EventLoop\("#,
    #"CasePlayer\("#, #"ChildProcess\("#, "ForkedProcess", "DependentProcess", #"Run\("#,
    #"Campaign\("#, #"ClientTarget\("#, #"TrialSeries\("#, #"CapabilityProbe\("#, "RunRealm",
    "KeyDistributionCenter", "RunKDC", #"poll\("#, #"Monitor\("#, #"ProgramOutput\("#,
    #"SpawnedProgram\("#,
  ]

  /// The suites without the trait that wait, sorted.
  let withoutTrait: [String]
  /// The number of suites that wait.
  let count: Int

  /// Reads the texts of a target's files.
  init(_ files: [String]) {
    let texts = files.map(WaitingSuites.withoutComments)
    let types = texts.map(WaitingSuites.types)
    var words = WaitingSuites.words
    var waiting: Set<Int> = []
    while true {
      let pattern = words.map { #"\b"# + $0 }.joined(separator: "|")
      let more = texts.indices.filter {
        !waiting.contains($0) && texts[$0].range(of: pattern, options: .regularExpression) != nil
      }
      if more.isEmpty { break }
      waiting.formUnion(more)
      // A fixture's name stands for what the fixture does.
      for index in more {
        words += types[index].filter(\.isFixture).map { $0.name + #"\b"# }
      }
    }
    // The tests of a suite can be in extensions, in other files.
    let names = Set(
      waiting.filter { texts[$0].contains("@Test") }.flatMap { types[$0].map(\.name) })
    let suites = types.joined().filter { $0.isSuite && names.contains($0.name) }
    count = suites.count
    withoutTrait = suites.filter { !$0.attribute.contains(".onOwnThreads") }.map(\.name).sorted()
  }

  private struct DeclaredType {
    let name: String
    /// `@Suite` with its arguments; empty if the type has none.
    let attribute: String
    /// What other files can use.
    let isFixture: Bool
    var isSuite: Bool { !attribute.isEmpty }
  }

  /// The types and extensions at the top level of a file.
  private static func types(_ text: String) -> [DeclaredType] {
    let declaration =
      /^(@Suite(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\s+)?((?:package |private |fileprivate |final |@safe )*(?:struct|class|enum|actor|protocol|extension)) (\w+)/
      .anchorsMatchLineEndings()
    return text.matches(of: declaration).map { match in
      let attribute = match.1 ?? ""
      let isUsedElsewhere = !match.2.contains("private") && !match.2.hasSuffix("extension")
      return DeclaredType(
        name: String(match.3), attribute: String(attribute),
        isFixture: isUsedElsewhere && attribute.isEmpty)
    }
  }

  private static func withoutComments(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
      .joined(separator: "\n")
  }
}
