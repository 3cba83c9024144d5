// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Playing
import Reporting
import Scenarios
import Transcripts

/// A case of a scenario, to be played to a client in a test. Its description is its id.
///
///     @Test(arguments: try ScenarioCase.all(["basic/", "digest/response-is-right"]))
///     func login(_ played: ScenarioCase) async {
///       let outcome = await played.play { MyClient(loop: $0) }
///       #expect(outcome.isGood, "\(outcome)")
///     }
public struct ScenarioCase: Sendable, CustomStringConvertible {
  private let played: Case
  private let requirements: [String: Requirement]

  /// The scenario's id and the values of its matrix: `digest/response-is-right[algorithm=MD5]`.
  public var description: String { played.id }

  /// The cases that names select: ids, folders (`digest/`), or patterns (`redirect/*cookie*`), as
  /// for `authspec run`. Without names, all cases.
  ///
  /// - Parameter folder: where the scenarios are; `nil` for authspec's own.
  /// - Throws: `ScenarioCaseError` if a name fits nothing, or a file is not valid.
  public static func all(
    _ names: [String] = [], in folder: String? = nil
  ) throws(ScenarioCaseError) -> [ScenarioCase] {
    let folder = folder ?? ScenarioCase.ownFolder
    let catalogue: Catalogue
    do throws(SelectionError) {
      catalogue = try Catalogue(names, in: folder)
    } catch {
      throw ScenarioCaseError(description: error.description)
    }
    guard catalogue.isValid else {
      throw ScenarioCaseError(description: catalogue.complaints.joined(separator: "\n"))
    }
    let requirements = catalogue.quotedRequirements
    return catalogue.cases.map { ScenarioCase(played: $0, requirements: requirements) }
  }

  /// The folder Scenarios of this package; if it does not exist, the usual one.
  private static var ownFolder: String? {
    var folder = #filePath
    for _ in 0..<3 { folder = FileReading.parent(of: folder) }
    folder += "/Scenarios"
    return FileReading.kind(of: folder) == .folder ? folder : FoundScenarios.usualFolder()
  }

  /// Plays the case to a client that is made for it, and judges it.
  ///
  /// Servers listen on loopback addresses meanwhile. The case is played on a thread of its own. At
  /// most one case for each core is played at a time; the others wait.
  ///
  /// - Parameters:
  ///   - timeout: milliseconds that the client has for one request; a request that takes two
  ///     seconds more counts as hung.
  ///   - client: makes the client for the loop that it runs on; called more than once.
  public func play(
    timeout: Int = 2000, _ client: @escaping @Sendable (EventLoop) -> any ClientUnderTest
  ) async -> ScenarioOutcome {
    var options = RunOptions()
    options.timeout = timeout
    let run = Run(plans: [CasePlan(played)], options: options, expected: nil, makeClient: client)
    let (played, requirements) = (played, requirements)
    return await PlayThreads.run {
      var found: CaseResult?
      run.perform(interruption: Interruption()) { event in
        if case .caseFinished(let result) = event { found = result }
      }
      return ScenarioOutcome(found, of: played, requirements)
    }
  }
}

/// Why there are no cases to play.
public struct ScenarioCaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and where.
  public var description: String
}
