// SPDX-License-Identifier: Apache-2.0

import Playing
import Reporting
import Scenarios
import Servers
import Transcripts

extension Invocation {
  /// The most other cases of a scenario that are listed.
  private static let mostCases = 20

  /// `authspec serve`: keeps the servers of a case up for a client that authspec does not control.
  func serve() throws(UsageError) -> ExitStatus {
    let placement = try placement()
    let catalogue = try validCatalogue()
    let plan = try plan(of: catalogue)
    Signals.watch()
    let options = console.options(color: arguments["color"])
    let session: ServeSession
    do throws(ServerError) {
      session = try ServeSession(
        plan, placement: placement, hasPage: !arguments.has("no-page"), console, options,
        context: ReportContext(requirements: catalogue.quotedRequirements))
    } catch {
      let isChosen = placement.address != nil || placement.firstPort != nil
      guard isChosen || error.isLack else {
        console.complain("authspec: \(error.reason)")
        return .fault
      }
      throw .words(error.sentence)
    }
    warn(about: placement)
    list(catalogue.cases)
    let result = session.perform()
    if let fault = session.fault {
      console.complain("authspec: \(fault)")
      return .fault
    }
    var tally = RunTally(planned: 1, expected: nil)
    _ = tally.take(result)
    return ExitStatus(tally.summary, requiring: 1)
  }

  /// Where the servers are to listen.
  private func placement() throws(UsageError) -> ServerPlacement {
    var placement = ServerPlacement()
    placement.firstPort = arguments.number("port").flatMap { UInt16(exactly: $0) }
    guard let text = arguments["listen"] else { return placement }
    guard let address = ServerAddress(text) else {
      throw .words(
        "option '--listen' cannot be '\(text)', only an IPv4 address of this machine that "
          + "the client can reach, as in 192.168.1.5")
    }
    placement.address = address
    return placement
  }

  /// The plan of the case that the operand names: the first of a scenario.
  private func plan(of catalogue: Catalogue) throws(UsageError) -> CasePlan {
    let operand = arguments.operands.first ?? ""
    let scenarios = Set(catalogue.cases.map(\.scenario.id))
    guard scenarios.count < 2 else {
      throw .words(
        "'\(operand)' names \(scenarios.count) scenarios, and one case can be served: "
          + "authspec list '\(operand)' shows them")
    }
    var chosen = catalogue
    chosen.keep { Array($0.prefix(1)) }
    // The wire server serves what libmicrohttpd refuses although it may be legal, as large heads.
    guard let plan = plans(of: chosen, on: .wire).first else {
      throw .words("'\(operand)' has no cases")
    }
    if PlanCheck.complain(CasePlans([plan]), console) { throw .files([]) }
    if let reason = plan.skipReason {
      throw .words("\(plan.played.id) cannot be served so: \(reason)")
    }
    return plan
  }

  /// Warns if other machines can reach the servers.
  private func warn(about placement: ServerPlacement) {
    guard let address = placement.address, !address.isLoopback else { return }
    console.complain(
      "authspec: warning: the servers and the page listen on \(address.text), where other machines "
        + "can reach them; all that they know are the logins of the scenario")
  }

  /// Lists the other cases of the scenario.
  private func list(_ cases: [Case]) {
    guard cases.count > 1 else { return }
    console.complain("The first of \(cases.count) cases is served. The others:")
    for other in cases.dropFirst().prefix(Invocation.mostCases) {
      console.complain("  \(Visible.line(other.id))")
    }
    let rest = cases.count - 1 - Invocation.mostCases
    if rest > 0 {
      console.complain("  and \(rest) more: authspec list --cases '\(cases[0].scenario.id)'")
    }
  }
}

extension ServerError {
  /// The reason as a sentence without a full stop, which begins with a small letter.
  fileprivate var sentence: String {
    let words = reason.hasSuffix(".") ? reason.dropLast() : reason[...]
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
