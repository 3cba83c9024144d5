// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Transcripts

/// A driver made of a few lines of sh, right or wrong as a test needs it.
enum ShellDriver {
  /// A driver that answers every op properly but for what is given: a piece of script that finds
  /// the line's id in `$id`.
  static func program(
    hello: String = #"answer '"client":"shell","version":"1","can":["basic","ask"]'"#,
    open: String = #"answer '"ok":true'"#, change: String = #"answer '"ok":true'"#,
    request: String = #"answer '"status":200,"headers":[["X-A","b"]],"body":"aGVsbG8="'"#,
    close: String = #"answer '"ok":true'"#, atEnd: String = ":"
  ) -> ClientProgram {
    let script = """
      answer() { echo "{\\"id\\":$id,$1}"; }
      while read -r line; do
        id=${line#*'"id":'}; id=${id%%[!0-9]*}
        case $line in
        *'"op":"hello"'*) \(hello) ;;
        *'"op":"open"'*) \(open) ;;
        *'"op":"change"'*) \(change) ;;
        *'"op":"request"'*) \(request) ;;
        *'"op":"close"'*) \(close) ;;
        *) answer '"unsupported":"?"' ;;
        esac
      done
      \(atEnd)
      """
    var program = ClientProgram(name: "shell", words: ["/bin/sh", "-c", script])
    program.start = 20_000
    return program
  }
}

/// A client behind a shell driver, and the outcomes of its requests.
final class DriverPlay: ClientObserver {
  let loop = EventLoop()
  let client: DriverClient
  private(set) var outcomes: [Int: ClientOutcome] = [:]
  private(set) var questions: [CredentialsQuestion] = []
  var answer = CredentialsAnswer.cancel

  init(_ program: ClientProgram) {
    client = DriverClient(loop: loop, program: program)
    client.observer = self
  }

  func client(finished request: Int, _ outcome: ClientOutcome) { outcomes[request] = outcome }

  func client(asks question: CredentialsQuestion) -> CredentialsAnswer {
    questions.append(question)
    return answer
  }

  /// Makes one request in a session of its own.
  func request(givenUpWhen isGivenUp: () -> Bool = { false }) -> ClientOutcome {
    if let trouble = client.open(ClientSession()) { return ClientOutcome(trouble) }
    client.start(ClientRequest(url: "http://127.0.0.1:1/"), number: 0)
    return outcome(of: 0, givenUpWhen: isGivenUp)
  }

  /// Waits for the end of a request, or until it is to be given up.
  func outcome(
    of number: Int, givenUpWhen isGivenUp: () -> Bool = { false }
  ) -> ClientOutcome {
    while outcomes[number] == nil, !isGivenUp() {
      loop.turn(until: Instant.now.advanced(byMilliseconds: 20))
    }
    return outcomes.removeValue(forKey: number) ?? .hung(client.abandon(number))
  }
}

extension ClientOutcome {
  /// The fault of a driver; `nil` for any other outcome.
  var fault: String? { if case .faulty(let reason) = self { reason } else { nil } }
  /// What a client that is no more left behind.
  var crash: String? { if case .crashed(let words) = self { words } else { nil } }
}
