// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Scenarios
import Transcripts

/// How a client understood the first refusal of an input.
///
/// All answers that prove the password are equal: which of several challenges a client answers is
/// its preference.
struct Understanding: Hashable {
  enum Answer: Hashable {
    /// Credentials that prove the password.
    case valid
    case invalid(scheme: String, Mistake)
    /// A request without credentials, or none.
    case none
    case failed(ClientFailure.Kind)
    case crashed
    case hung
  }

  private(set) var answer: Answer
  /// The values of `parameters` in credentials that do not prove the password.
  private var echoed: [Octets?] = []

  private static let parameters: [(name: String, DigestFields.Name)] = [
    ("realm", .realm), ("nonce", .nonce), ("opaque", .opaque),
  ]

  /// How a client understood the refusal of a server: `server` is its index in the recording.
  init(_ play: Transcript, _ requests: [RequestSummary], server: Int) {
    let own = requests.first {
      $0.server == server && $0.step == 0 && !$0.isForwarded && $0.credentials != .absent
    }
    switch own?.credentials {
    // The first message of a login answers the challenge.
    case .valid, .unfinished: answer = .valid
    case .invalid(let scheme, let mistake):
      answer = .invalid(scheme: scheme?.name.latin1 ?? "credentials", mistake)
      echoed = Understanding.parameters.map { own?.digest?.value($0.1) }
    case .absent, nil: answer = .none
    }
    // Credentials say more than an error after them; a crash counts whatever was sent before.
    for request in play.steps.first?.requests ?? [] {
      switch request.outcome {
      case .crashed, .faulty: answer = .crashed
      case .hung: answer = .hung
      case .failure(let failure) where failure.kind == .internal: answer = .crashed
      case .failure(let failure) where answer == .none: answer = .failed(failure.kind)
      case .failure, .response, .unsupported: break
      }
    }
  }

  /// The name of the answer in symptoms, and in sentences.
  private var names: (slug: String, phrase: String) {
    switch answer {
    case .valid: ("valid", "a valid answer")
    case .invalid(let scheme, let mistake):
      ("invalid \(scheme) \(mistake.rawValue)", "\(scheme), \(mistake.rawValue)")
    case .none: ("none", "no answer")
    case .failed(let kind): ("error \(kind.rawValue)", "an error (\(kind.rawValue))")
    case .crashed: ("crashed", "a crash")
    case .hung: ("hung", "no end")
    }
  }

  /// The symptom that distinguishes this answer of a client from the answers of others.
  func symptom(of client: String) -> Symptom {
    Symptom(.understanding, "\(client) \(names.slug)")
  }

  /// The answer and the echoed values in words.
  var words: String {
    let values = zip(Understanding.parameters, echoed).compactMap { parameter, value in
      value.map { "\(parameter.name) \"\($0.quotable)\"" }
    }
    return ([names.phrase] + values).joined(separator: ", ")
  }
}
