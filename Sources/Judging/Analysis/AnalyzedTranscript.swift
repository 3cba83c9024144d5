// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// A transcript with the analysis that the judge needs: the credentials in each exchange, and the
/// challenges that were issued before it.
final class AnalyzedTranscript {
  let expectations: CaseExpectations
  let play: Transcript
  let exchanges: [Recording.Exchange]
  let addresses: AddressBook
  /// The facts of each exchange's request.
  let facts: [RequestFacts]
  /// The challenges issued by each reply.
  let issues: [ExchangeAnalysis.ChallengeIssue]
  /// The state of each server at the end of the case.
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

  /// The exchange at the origin server to which a proxy forwarded an exchange; `nil` if it did not.
  func forwarded(_ exchange: Int) -> Int? { forwardedExchanges[exchange] }

  /// For each forwarded exchange of a proxy the first exchange at the origin server.
  private lazy var forwardedExchanges: [Int: Int] = {
    var table: [Int: Int] = [:]
    for index in exchanges.indices {
      guard let source = exchanges[index].forwardedFrom, table[source] == nil else { continue }
      table[source] = index
    }
    return table
  }()

  /// `true` if a request came through the tunnel of a proxy.
  func isInTunnel(_ exchange: Int) -> Bool {
    let index = exchanges[exchange].connection
    let connections = play.recording.connections
    return connections.indices.contains(index) && connections[index].tunnelledThrough != nil
  }

  /// The number of requests that the client was asked to make at the same time in a step.
  func requestCount(in step: Int) -> Int {
    play.steps.indices.contains(step) ? play.steps[step].requests.count : 0
  }

  /// The client's settings in a step.
  func settings(in step: Int) -> CopyOnWrite<ClientSettings> { expectations.settingsInSteps[step] }
}
