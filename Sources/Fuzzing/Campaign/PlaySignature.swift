import HTTPAuth
import Judging
import Transcripts

extension Signature {
  /// What a client did in a play: the requests it made, what it made of the challenges, how it ended.
  ///
  /// Values count by their kind, not octet for octet: every realm would else be a behaviour of its own.
  init(_ play: Transcript, _ requests: [RequestSummary], _ checks: [Check]) {
    self.init()
    note(min(requests.count, 12))
    for request in requests.prefix(12) { note(request) }
    for step in play.steps {
      for request in step.requests { note(request.outcome) }
    }
    for check in checks where check.verdict != .pass && check.verdict != .inconclusive {
      note(check.descriptor.id)
      note(check.verdict.rawValue)
    }
  }

  private mutating func note(_ request: RequestSummary) {
    note(request.server)
    note(request.step)
    note(request.status ?? 0)
    note(request.isFirstOnConnection ? 1 : 0)
    switch request.credentials {
    case .absent: note("absent")
    case .valid(let scheme): note(scheme.name)
    case .invalid(let scheme, let mistake):
      note(scheme?.name)
      note(mistake.rawValue)
    }
    guard let digest = request.digest else { return }
    note(digest.value(.algorithm)?.asciiLowercased)
    note(digest.value(.qop)?.asciiLowercased)
    note(kind: digest.value(.realm))
    note(kind: digest.value(.nonce))
    note(kind: digest.value(.opaque))
    note(digest.value(.userhash))
  }

  /// The kinds of octets in a value, and how long it is, nearly.
  private mutating func note(kind value: Octets?) {
    guard let value else { return note(octet: 0x7F) }
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
    note(octet: kinds)
    note(Int.bitWidth - value.count.leadingZeroBitCount)
  }

  private mutating func note(_ outcome: ClientOutcome) {
    switch outcome {
    case .response(let response): note(response.status ?? 0)
    case .failure(let failure): note(failure.kind.rawValue)
    case .unsupported: note("unsupported")
    case .hung: note("hung")
    case .crashed: note("crashed")
    case .faulty: note("faulty")
    }
  }
}
