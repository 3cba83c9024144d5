// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// A transcript as the judge reads it: every exchange with its credentials, and the challenges that
/// were issued before it.
final class AnalyzedTranscript {
  let expectations: CaseExpectations
  let play: Transcript
  /// The exchanges of the recording.
  let exchanges: [Recording.Exchange]
  let addresses: AddressBook
  /// By exchange.
  let facts: [RequestFacts]
  /// The challenges issued by each reply.
  let issues: [ExchangeAnalysis.ChallengeIssue]
  /// By server: all that it sent in the case.
  let states: [ServerState]
  /// All credentials that the client sent, in order.
  let sent: [SentCredentials]

  init(_ expectations: CaseExpectations, _ play: Transcript, _ analysis: ExchangeAnalysis?) {
    self.expectations = expectations
    self.play = play
    exchanges = play.recording.exchanges
    addresses = AddressBook(play.recording.servers)
    let analysis = analysis ?? ExchangeAnalysis(play.recording, expectations)
    facts = analysis.facts
    issues = analysis.issues
    states = analysis.states
    sent = SentCredentials.all(in: exchanges, at: addresses, analysis, expectations)
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
  func forwarded(_ exchange: Int) -> Int? { forwardedExchanges[exchange] }

  /// By a proxy's exchange: the first that it led to.
  private lazy var forwardedExchanges: [Int: Int] = {
    var table: [Int: Int] = [:]
    for index in exchanges.indices {
      guard let source = exchanges[index].forwardedFrom, table[source] == nil else { continue }
      table[source] = index
    }
    return table
  }()

  /// How many requests the client was asked for at the same time in a step.
  func requestCount(in step: Int) -> Int {
    play.steps.indices.contains(step) ? play.steps[step].requests.count : 0
  }

  /// The settings that held in a step.
  func settings(in step: Int) -> CopyOnWrite<ClientSettings> { expectations.settingsInSteps[step] }
}
