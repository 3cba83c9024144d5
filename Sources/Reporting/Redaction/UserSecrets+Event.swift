// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

extension UserSecrets {
  /// The event without the secrets, for reports: in all that the client sent, printed or reported,
  /// and in what the judge says of it.
  package func redacted(_ event: Event) -> Event {
    if isEmpty { return event }
    switch event {
    case .runStarted(let header): return .runStarted(redacted(header))
    case .caseFinished(let result): return .caseFinished(redacted(result))
    case .runFinished(var summary):
      summary.groups = summary.groups.map { group in
        group.showing(redacted(group.smallest), by: group.check.map(redacted))
      }
      summary.repeatedFault = summary.repeatedFault.map(redacted)
      return .runFinished(summary)
    }
  }

  /// The header of a run without the secrets.
  package func redacted(_ header: RunHeader) -> RunHeader {
    var header = header
    header.client = redacted(header.client)
    return header
  }

  /// The words of a command line that name a client, without the secrets. A client cannot be run
  /// from words that have `[redacted]` in them.
  package func redacted(_ words: [String]) -> [String] {
    isEmpty ? words : words.map { redacted($0) }
  }

  /// `true` if something was removed from these words of a command line.
  package static func areRedacted(_ words: [String]) -> Bool {
    words.contains { $0.contains(mark) }
  }

  func redacted(_ client: ClientIdentity) -> ClientIdentity {
    var client = client
    client.name = redacted(client.name)
    client.version = redacted(client.version)
    for index in client.wrongClaims.indices {
      client.wrongClaims[index].reason = redacted(client.wrongClaims[index].reason)
    }
    return client
  }

  package func redacted(_ result: CaseResult) -> CaseResult {
    var result = result
    result.checks = result.checks.map(redacted)
    result.reason = result.reason.map(redacted)
    result.play = result.play.map(redacted)
    return result
  }

  private func redacted(_ check: Check) -> Check {
    guard var finding = check.finding else { return check }
    finding.expected = redacted(finding.expected)
    finding.observed = redacted(finding.observed)
    finding.diagnosis = finding.diagnosis.map(redacted)
    var check = check
    check.finding = finding
    return check
  }

  private func redacted(_ play: Transcript) -> Transcript {
    Transcript(
      recording: redacted(play.recording),
      steps: play.steps.map { step in
        var step = step
        for index in step.requests.indices {
          step.requests[index].outcome = redacted(step.requests[index].outcome)
        }
        for index in step.stored.indices {
          step.stored[index].content = redacted(step.stored[index].content)
        }
        return step
      },
      client: redacted(play.client), duration: play.duration, fault: play.fault.map(redacted),
      unsupported: play.unsupported.map(redacted), lack: play.lack.map(redacted))
  }

  private func redacted(_ recording: Recording) -> Recording {
    var recording = recording
    for index in recording.exchanges.indices {
      var exchange = recording.exchanges[index]
      exchange.request.target = redacted(exchange.request.target)
      exchange.request.fields = redacted(exchange.request.fields)
      exchange.rawHead = exchange.rawHead.map(redacted)
      exchange.body = redacted(exchange.body)
      recording.exchanges[index] = exchange
    }
    for index in recording.oddities.indices {
      recording.oddities[index].octets = redacted(recording.oddities[index].octets)
      recording.oddities[index].complaint = redacted(recording.oddities[index].complaint)
    }
    return recording
  }

  private func redacted(_ fields: FieldSection) -> FieldSection {
    FieldSection(fields.map { (name: $0.name, value: redacted($0.value)) })
  }

  private func redacted(_ outcome: ClientOutcome) -> ClientOutcome {
    switch outcome {
    case .response(var response):
      response.fields = redacted(response.fields)
      response.body = response.body.map(redacted)
      return .response(response)
    case .failure(let failure):
      return .failure(ClientFailure(kind: failure.kind, message: redacted(failure.message)))
    case .unsupported(let words): return .unsupported(redacted(words))
    case .hung(let words): return .hung(redacted(words))
    case .crashed(let words): return .crashed(redacted(words))
    case .faulty(let words): return .faulty(redacted(words))
    }
  }
}
