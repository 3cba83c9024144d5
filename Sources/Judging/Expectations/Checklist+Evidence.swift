// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

extension Checklist {
  /// What its checks can observe where they are broken.
  package var evidence: Set<Evidence> {
    steps.reduce(into: []) { $0.formUnion($1.evidence) }
  }
}

extension StepChecklist {
  fileprivate var evidence: Set<Evidence> {
    var evidence = Set(descriptors.flatMap(\.kind.evidence)).union(never.map(\.evidence))
    for way in alternatives?.ways ?? [] { evidence.formUnion(way.checklist.evidence) }
    return evidence
  }
}

extension CheckKind {
  /// What a broken check of the kind can observe. A prohibition tells itself.
  fileprivate var evidence: [Evidence] {
    switch self {
    case .exchanges: [.request, .withoutCredentials, .credentials, .invalid, .unanswered]
    case .detail(let detail): [detail.evidence]
    case .handshakes: [.serverAccepted, .serverRefused, .handshake]
    case .order: [.order]
    case .outcome: [.responseForError, .status, .error]
    case .response: [.response]
    case .questions, .question: [.questions]
    case .stored: [.stored]
    case .prohibition, .alternatives, .repeats, .observation, .invariant: []
    }
  }
}
