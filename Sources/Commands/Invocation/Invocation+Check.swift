// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Reporting
import Scenarios
import Transcripts

extension Invocation {
  /// `authspec check`: reads scenarios and plans their cases, and plays none. Reads clients' files
  /// and lists that operands name, too.
  func check() throws(UsageError) -> ExitStatus {
    let words = arguments.operands
    let companions = words.compactMap { path in CompanionFile(path: path).map { (path, $0) } }
    let scenarios = words.filter { CompanionFile(path: $0) == nil }
    var found = CheckFindings(isBad: complain(of: companions), files: companions.count)
    if companions.isEmpty || !scenarios.isEmpty {
      found.add(try checkScenarios(scenarios, withClients: words.isEmpty))
    }
    let files = Phrases.count(found.files, "file")
    let cases = found.cases.map { ", " + Phrases.count($0, "case") } ?? ""
    let warnings =
      found.warnings == 0 ? "" : ", \(Phrases.count(found.warnings, "warning"))"
    console.say("\(files)\(cases): \(found.isBad ? "not valid" : "valid")\(warnings)\n")
    return found.isBad || arguments.has("strict") && found.warnings > 0 ? .usage : .good
  }

  /// What was checked, and whether it is wrong.
  private struct CheckFindings {
    var isBad: Bool
    var files: Int
    /// `nil` if no scenario was read.
    var cases: Int?
    var warnings = 0

    mutating func add(_ more: CheckFindings) {
      isBad = isBad || more.isBad
      files += more.files
      cases = more.cases ?? cases
      warnings += more.warnings
    }
  }

  /// Reports what is wrong with scenarios, and with the files of all clients.
  private func checkScenarios(
    _ words: [String], withClients: Bool
  ) throws(UsageError) -> CheckFindings {
    let catalogue = try Catalogue(words)
    let backEnd = arguments["server"].flatMap { BackEnd(rawValue: $0) }
    let isBad = catalogue.complain(console)
    let areClientsBad = withClients && complain(ofClientsAgainst: catalogue.cases)
    let plans = CasePlans(of: catalogue.cases, CasePlanning(on: backEnd))
    let cannotBePlayed = PlanCheck.complain(plans, console)
    let warnings = ScenarioWarning.all(of: catalogue.cases)
    for warning in warnings { console.complain(warning.description) }
    return CheckFindings(
      isBad: isBad || areClientsBad || cannotBePlayed, files: catalogue.fileCount,
      cases: catalogue.cases.count, warnings: warnings.count)
  }

  /// Reports what is wrong with clients' files and lists; `true` if anything is.
  private func complain(of companions: [(path: String, kind: CompanionFile)]) -> Bool {
    var isBad = false
    for (path, kind) in companions {
      do throws(FileError) {
        for diagnostic in try kind.diagnostics(of: path) {
          isBad = true
          console.complain(diagnostic.description)
        }
      } catch {
        isBad = true
        console.complain("\(error.file): \(error.reason)")
      }
    }
    return isBad
  }

  /// Reports what is wrong with the files of all clients; `true` if anything is.
  private func complain(ofClientsAgainst cases: [Case]) -> Bool {
    var isBad = false
    for name in ClientFiles.names() {
      do throws(UsageError) {
        try ClientSelection(named: name, arguments).checkSkips(among: cases)
      } catch {
        isBad = true
        console.complain(error, of: .check)
      }
    }
    return isBad
  }
}

/// Finds before a run what its servers cannot play.
package enum PlanCheck {
  /// Reports what cannot be played on standard error, once for each place; `true` if there is
  /// anything.
  package static func complain(_ plans: CasePlans, _ console: Console) -> Bool {
    var reported: Set<String> = []
    for (file, problem) in plans.problems {
      let text =
        "\(file):\(problem.location.line):\(problem.location.column): error: \(problem.message)"
      if reported.insert(text).inserted { console.complain(text) }
    }
    return !reported.isEmpty
  }
}
