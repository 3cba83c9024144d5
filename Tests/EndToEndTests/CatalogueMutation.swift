// SPDX-License-Identifier: Apache-2.0

import Scenarios
import TranscriptEditing
import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts

/// What a client could have done otherwise, as a change to the play of one that did right.
struct CatalogueMutation {
  let plan: CasePlan
  let play: Transcript

  /// So many of a step's exchanges are changed; what is said of the rest is said of these too.
  static let most = 8

  var changeable: [Int] {
    let exchanges = play.recording.exchanges
    return play.steps.indices.flatMap { step in
      exchanges.indices.filter { exchanges[$0].step == step }.prefix(CatalogueMutation.most)
    }
  }

  /// Every change, made one at a time.
  func forEach(_ body: (() -> Transcript) -> Void) {
    changeOutcomes(body)
    changeQuestions(body)
    changeSequence(body)
    changeHandshakes(body)
    changeFrames(body)
    flood(body)
    for index in changeable { changeRequest(index, body) }
    for (step, planned) in plan.played.steps.enumerated() {
      forge(planned.expect, step: step, body)
    }
    quoteNeedlessly(body)
    refuse(body)
    unoffer(body)
    inject(body)
  }

  /// Made only where it is still looked at.
  func changed(_ change: @escaping (inout EditableTranscript) -> Void) -> () -> Transcript {
    { [play] in
      play.changed(change)
    }
  }

  // MARK: What the client told

  func changeOutcomes(_ body: (() -> Transcript) -> Void) {
    body(changed { $0.steps.removeLast($0.steps.isEmpty ? 0 : 1) })
    for step in play.steps.indices {
      for request in play.steps[step].requests.indices {
        let others: [ClientOutcome] = [
          .response(ClientResponse(status: 599, body: "mutated")),
          .response(ClientResponse(status: 200, body: "mutated")),
          .response(ClientResponse(status: 401)), .hung(),
          .failure(ClientFailure(kind: .internal, message: "mutated")),
          .failure(ClientFailure(kind: .tls, message: "mutated")),
        ]
        for outcome in others {
          body(changed { $0.steps[step].requests[request].outcome = outcome })
        }
        guard case .response(var response) = play.steps[step].requests[request].outcome else {
          continue
        }
        var told = response
        told.messages = (response.messages ?? []) + ["mutated"]
        body(changed { $0.steps[step].requests[request].outcome = .response(told) })
        response.body = Octets((response.body?.array ?? []) + [0x21])
        body(changed { $0.steps[step].requests[request].outcome = .response(response) })
        // A field that must be absent is put there.
        let wanted = plan.expectations.checklist.steps[step].client?.expectation.headers ?? []
        for named in wanted where response.fields.values(named: named.name).isEmpty {
          var other = response
          other.fields.append(named.name, "mutated")
          body(changed { $0.steps[step].requests[request].outcome = .response(other) })
        }
        for line in response.fields {
          var other = response
          other.fields.replace(line.name, Octets(line.value.array + [0x21]))
          body(changed { $0.steps[step].requests[request].outcome = .response(other) })
        }
      }
    }
  }

  /// Frames without a mask, before the server has answered; and files that everybody may read, or
  /// with every login once more.
  func changeFrames(_ body: (() -> Transcript) -> Void) {
    for exchange in play.recording.webSockets.keys {
      let input = WebSocketInput(octets: Octets(CatalogueMutation.mutatedFrames), early: 1)
      body(changed { $0.recording.webSockets[exchange] = input })
    }
    if !play.recording.webSockets.isEmpty || play.steps.contains(where: \.opensWebSockets) {
      for index in changeable {
        body(changed { $0.recording.exchanges[index].request.fields.removeAll("Upgrade") })
      }
    }
    for step in play.steps.indices {
      for file in play.steps[step].stored.indices {
        body(changed { $0.steps[step].stored[file].mode = 0o644 })
        body(
          changed { mutated in
            let more = plan.played.accounts.flatMap { $0.password.array }
            let content = mutated.steps[step].stored[file].content.array
            mutated.steps[step].stored[file].content = Octets(content + more)
          })
      }
    }
  }

  /// Each thing that a question says, said otherwise.
  func changeQuestions(_ body: (() -> Transcript) -> Void) {
    let lies: [(inout CredentialsQuestion) -> Void] = [
      { $0.target = $0.target == .origin ? .proxy : .origin },
      { $0.url = "http://mutated.test/" },
      { $0.url = ($0.url ?? "") + "mutated" },
      { $0.realm = "mutated" },
      { $0.scheme = "mutated" },
      { $0.failures = ($0.failures ?? 0) + 1 },
    ]
    for step in play.steps.indices {
      for question in play.steps[step].questions.indices {
        for lie in lies {
          body(changed { lie(&$0.steps[step].questions[question].question) })
        }
      }
    }
  }

  // MARK: Which requests it made

  func changeSequence(_ body: (() -> Transcript) -> Void) {
    let exchanges = play.recording.exchanges
    body(changed { $0.recording.exchanges = [] })
    for index in changeable {
      body(changed { $0.recording.exchanges.remove(at: index) })
      for count in [1, 5] {
        let more = Array(repeating: exchanges[index], count: count)
        body(changed { $0.recording.exchanges.insert(contentsOf: more, at: index) })
      }
      body(
        changed {
          $0.recording.exchanges.removeAll { $0.server == exchanges[index].server }
        })
      for step in play.steps.indices where step != exchanges[index].step {
        body(changed { $0.recording.exchanges[index].step = step })
      }
      if index > 0 { body(changed { $0.recording.exchanges.swapAt(index - 1, index) }) }
      for server in play.recording.servers.indices where server != exchanges[index].server {
        body(changed { $0.recording.exchanges[index].server = server })
      }
    }
  }
}

extension StepOutcome {
  fileprivate var opensWebSockets: Bool { requests.contains { $0.request.isWebSocket } }
}
