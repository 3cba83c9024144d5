import HTTPAuth
import Judging
import Scenarios
import Transcripts

/// What a client made of the first refusal of an input.
///
/// Which of several challenges it answers is a matter of preference: all answers that prove the password are alike.
struct Understanding: Hashable {
  /// How it went on.
  enum Answer: Hashable {
    /// With credentials that prove the password.
    case valid
    /// With others.
    case invalid(scheme: String, Mistake)
    /// With no credentials.
    case none
    /// It reports an error of that kind.
    case failed(String)
    case crashed
    case hung
  }

  var answer: Answer
  /// What came back of the challenge with credentials that prove nothing: realm, nonce, opaque.
  var echoed: [Octets?] = []

  private static let parameters: [(name: String, DigestFields.Name)] = [
    ("realm", .realm), ("nonce", .nonce), ("opaque", .opaque),
  ]

  /// What a client made of the refusal of a server, given by its place in the recording.
  init(_ play: Transcript, _ requests: [RequestSummary], server: Int) {
    let own = requests.first {
      $0.server == server && $0.step == 0 && !$0.isForwarded && $0.credentials != .absent
    }
    switch own?.credentials {
    case .valid: answer = .valid
    case .invalid(let scheme, let mistake):
      answer = .invalid(scheme: scheme?.name.latin1 ?? "credentials", mistake)
      echoed = Understanding.parameters.map { own?.digest?.value($0.1) }
    case .absent, nil: answer = .none
    }
    // Credentials tell more than what came after them; a crash is told whatever came before.
    for request in play.steps.first?.requests ?? [] {
      switch request.outcome {
      case .crashed: answer = .crashed
      case .faulty: answer = .crashed
      case .hung: answer = .hung
      case .failure(let failure) where failure.kind == .internal: answer = .crashed
      case .failure(let failure) where answer == .none: answer = .failed(failure.kind.rawValue)
      case .failure, .response, .unsupported: break
      }
    }
  }

  /// The answer in words, without the input's own.
  var kind: String {
    switch answer {
    case .valid: "a valid answer"
    case .invalid(let scheme, let mistake): "\(scheme), \(mistake.rawValue)"
    case .none: "no answer"
    case .failed(let kind): "an error (\(kind))"
    case .crashed: "a crash"
    case .hung: "no end"
    }
  }

  /// All of it in words.
  var words: String {
    let values = zip(Understanding.parameters, echoed).compactMap { parameter, value in
      value.map { "\(parameter.name) \"\($0.quotable)\"" }
    }
    return ([kind] + values).joined(separator: ", ")
  }
}
