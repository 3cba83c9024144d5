// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Transcripts

extension BehaviourHash {
  /// Hashes what a client did in a play: its requests, how it read the challenges, the outcomes.
  ///
  /// Of values it hashes the kinds of their octets, so that not every realm is another behaviour.
  init(_ play: Transcript, _ requests: [RequestSummary], _ checks: [Check]) {
    self.init()
    add(min(requests.count, 12))
    for request in requests.prefix(12) { add(request) }
    for step in play.steps {
      for request in step.requests { add(request.outcome) }
    }
    for check in checks where check.verdict != .pass && check.verdict != .inconclusive {
      add(check.descriptor.id)
      add(check.verdict.rawValue)
    }
  }

  private mutating func add(_ request: RequestSummary) {
    add(request.server)
    add(request.step)
    add(request.status ?? 0)
    add(request.isFirstOnConnection ? 1 : 0)
    switch request.credentials {
    case .absent: add("absent")
    case .valid(let scheme): add(scheme.name)
    case .unfinished(let scheme):
      add("unfinished")
      add(scheme.name)
    case .invalid(let scheme, let mistake):
      add(scheme?.name)
      add(mistake.rawValue)
    }
    guard let digest = request.digest else { return }
    add(digest.value(.algorithm)?.asciiLowercased)
    add(digest.value(.qop)?.asciiLowercased)
    add(kind: digest.value(.realm))
    add(kind: digest.value(.nonce))
    add(kind: digest.value(.opaque))
    add(digest.value(.userhash))
  }

  /// The kinds of octets in a value, and the magnitude of its length.
  private mutating func add(kind value: Octets?) {
    guard let value else { return add(octet: 0x7F) }
    var kinds: UInt8 = 0
    for octet in value.bytes {
      switch octet {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): kinds |= 1
      case UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: ";"): kinds |= 2
      case 0x20: kinds |= 4
      case 0x80...: kinds |= 8
      case 0...0x1F, 0x7F: kinds |= 16
      case UInt8(ascii: "%"), UInt8(ascii: "'"): kinds |= 32
      default: break
      }
    }
    add(octet: kinds)
    add(Int.bitWidth - value.count.leadingZeroBitCount)
  }

  private mutating func add(_ outcome: ClientOutcome) {
    switch outcome {
    case .response(let response): add(response.status ?? 0)
    case .failure(let failure): add(failure.kind.rawValue)
    case .unsupported: add("unsupported")
    case .hung: add("hung")
    case .crashed: add("crashed")
    case .faulty: add("faulty")
    }
  }
}
