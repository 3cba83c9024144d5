internal import HTTPAuth
internal import ScenarioLanguage
internal import TestServers

/// A play as the judge reads it: every exchange with what its request carried, and what the servers had told by then.
final class Evidence {
  let plan: CasePlan
  let held: HeldPlay
  var play: Play { held.play }
  /// The exchanges of the recording.
  let exchanges: [Recording.Exchange]
  let addresses: AddressBook
  /// By exchange.
  let facts: [RequestFacts]
  /// Whom each reply told of.
  let tellings: [Reading.Telling]
  /// By server: all that it told in the case.
  let memories: [ServerMemory]
  /// All credentials that the client sent, in order.
  let sent: [SentCredentials]

  init(plan: CasePlan, play held: HeldPlay) {
    self.plan = plan
    self.held = held
    exchanges = held.play.recording.exchanges
    addresses = AddressBook(held.play.recording.servers)
    let reading = held.play.reading ?? Reading(held.play.recording, plan: plan)
    facts = reading.facts
    tellings = reading.tellings
    memories = reading.memories
    sent = SentCredentials.all(in: held.play.recording, reading, plan: plan)
  }

  /// The exchanges of a server in a step, as indices.
  func exchanges(step: Int, server: Int) -> [Int] {
    var indices: [Int] = []
    indices.reserveCapacity(exchanges.count)
    for index in exchanges.indices
    where exchanges[index].step == step && exchanges[index].server == server {
      indices.append(index)
    }
    return indices
  }

  /// The exchange at the origin server that a proxy's exchange led to; `nil` if it led to none.
  func forwarded(_ exchange: Int) -> Int? {
    exchanges.indices.first { exchanges[$0].forwardedFrom == exchange }
  }

  /// The settings that held in a step.
  func settings(in step: Int) -> HeldSettings { plan.settingsInSteps[step] }
}
