// SPDX-License-Identifier: Apache-2.0

/// Decodes the chunked transfer coding (RFC 9112 7.1) of octets that arrive in pieces.
///
///     chunked-body   = *chunk last-chunk trailer-section CRLF
///     chunk          = chunk-size [ chunk-ext ] CRLF chunk-data CRLF
struct ChunkReader {
  /// The result of reading.
  enum Outcome {
    case needsMore
    case complete
    case failed(String)
  }

  private enum State {
    case size
    case data(left: Int)
    case endOfData
    case trailers
  }

  private var state = State.size
  private var scanned = 0
  /// Octets of lines so far: sizes, extensions and trailers together have one limit.
  private var lineOctets = 0

  /// Reads all available octets.
  mutating func read(
    _ input: inout InputQueue, into body: inout IncomingBody, bodyLimit: Int, lineLimit: Int
  ) -> Outcome {
    while true {
      if case .data(let left) = state {
        guard let moved = input.move(atMost: left, to: &body) else {
          return .failed(body.complaint)
        }
        let rest = left - moved
        guard rest == 0 else {
          state = .data(left: rest)
          return .needsMore
        }
        state = .endOfData
      }
      guard let line = input.takeLine(from: &scanned) else {
        return input.count > lineLimit
          ? .failed("A line of a chunked body is longer than \(lineLimit) octets.") : .needsMore
      }
      lineOctets += line.count
      guard lineOctets <= lineLimit else {
        return .failed("The lines of a chunked body are longer than \(lineLimit) octets.")
      }
      switch state {
      case .size:
        guard let size = ChunkReader.size(line) else {
          return .failed("A chunk of a request's body has no size.")
        }
        guard size <= bodyLimit - body.count else {
          return .failed("The body of a request is longer than \(bodyLimit) octets.")
        }
        state = size == 0 ? .trailers : .data(left: size)
      case .endOfData:
        guard ChunkReader.isEmpty(line) else {
          return .failed("A chunk of a request's body is longer than its size.")
        }
        state = .size
      case .trailers:
        if ChunkReader.isEmpty(line) { return .complete }
      case .data:
        return .needsMore
      }
    }
  }

  ///     chunk-size = 1*HEXDIG
  private static func size(_ line: [UInt8]) -> Int? {
    var size = 0
    var digits = 0
    for octet in line {
      guard let value = octet.hexadecimalValue else {
        // An extension, white space before one, or the end of the line may follow.
        return digits > 0 && [0x3B, 0x20, 0x09, 0x0D, 0x0A].contains(octet) ? size : nil
      }
      guard size <= Int.max >> 4 else { return nil }
      size = size << 4 | value
      digits += 1
    }
    return nil
  }

  private static func isEmpty(_ line: [UInt8]) -> Bool { line == [0x0D, 0x0A] || line == [0x0A] }
}
