// SPDX-License-Identifier: Apache-2.0

import Commands
import Playing
import Scenarios
import Trials

/// What tests of the reference client have in common.
extension Invocation {
  /// The plans of the cases that the command line names; `nil`, after a complaint, if some cannot
  /// be played.
  func checkedPlans() throws(UsageError) -> [CasePlan]? {
    let plans = try validCatalogue().cases.planned()
    return PlanCheck.complain(CasePlans(plans), console) ? nil : plans
  }

  /// How the cases are played.
  var selftestOptions: SelftestOptions {
    var options = SelftestOptions()
    options.jobs = arguments.jobs
    options.timeout = arguments.count("timeout") ?? options.timeout
    options.isQuick = arguments.has("quick")
    return options
  }
}
