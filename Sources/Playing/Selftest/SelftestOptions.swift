/// How a self-test is to be made.
package struct SelftestOptions: Sendable {
  /// How many workers, each with a loop, servers and a client of its own; at least 1.
  package var jobs = 1
  /// Milliseconds that a client has for one request, where a scenario does not say.
  package var timeout = 500
  /// Milliseconds that it has when a play is made again because time ran out where that proves
  /// nothing: the machine may have been busy.
  package var patience = 5000
  /// A fault's plays end when a check has noticed it that names its requirement, and a scenario's
  /// when each of its checks has been tripped.
  package var isQuick = false
  /// Plays to begin with, where it is to be quick; those of cases or faults that are not there are
  /// left out.
  package var witnesses: [Witness] = []
  /// These are all faults that there are, so that a check which none of them trips is vacuous.
  package var hasAllFaults = true

  package init() {}

  /// How a worker plays with so many milliseconds for a request.
  func runOptions(timeout: Int) -> RunOptions {
    var options = RunOptions()
    options.timeout = timeout
    // A client that ends its requests by itself does so at once, so that little is waited for those
    // that do not.
    options.grace = timeout / 2
    return options
  }
}
