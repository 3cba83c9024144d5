// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Parses the status line and header section of a response (RFC 9112 4, 5).
struct HeadReader {
  /// The length of a field line in octets above which a variant rejects it.
  private static let longField = 16_384

  private let faults: FaultSet

  init(_ faults: FaultSet) { self.faults = faults }

  /// Parses octets without the empty line at their end.
  func head(_ octets: ArraySlice<UInt8>) throws(ResponseError) -> ResponseHead {
    // "a recipient MAY recognize a single LF as a line terminator" (RFC 9112 2.2)
    let endsOddly = octets.indices.contains { place in
      octets[place] == 0x0A && (place == octets.startIndex || octets[place - 1] != 0x0D)
    }
    if endsOddly, faults.takes(.bareLineFeedsRefused) { throw .fieldLine }
    var lines = octets.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { $0.last == 0x0D ? $0.dropLast() : $0 }[...]
    guard let first = lines.popFirst() else { throw .statusLine }
    var head: ResponseHead
    do throws(ResponseError) {
      head = try statusLine(first)
    } catch {
      guard let other = anyFirstLine(first) else { throw error }
      head = other
    }
    if endsOddly, faults.has(.fieldsBehindBareLineFeedLost) {
      lines = lines.filter { $0.starts(with: "Content-Length".utf8) }[...]
    }
    head.fields = try fields(lines)
    return head
  }

  /// status-line = HTTP-version SP status-code SP [ reason-phrase ]
  private func statusLine(_ line: ArraySlice<UInt8>) throws(ResponseError) -> ResponseHead {
    guard line.starts(with: "HTTP/1.".utf8), line.count >= 12 else { throw .statusLine }
    let start = line.startIndex
    let digits = line[(start + 9)..<(start + 12)]
    guard (0x30...0x39).contains(line[start + 7]), line[start + 8] == 0x20,
      digits.allSatisfy({ (0x30...0x39).contains($0) }),
      line.count == 12 || line[start + 12] == 0x20
    else { throw .statusLine }
    let status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard status >= 100 else { throw .statusLine }
    if line.count == 12, faults.has(.statusWithoutReasonAccepted) {
      return ResponseHead(status: 200)
    }
    return ResponseHead(
      version: Octets(line.prefix(8)), status: status, reason: Octets(line.dropFirst(13)))
  }

  /// The status in a line that is not a status line: a fault.
  private func anyFirstLine(_ line: ArraySlice<UInt8>) -> ResponseHead? {
    let numbers = line.split { !(0x30...0x39).contains($0) }.filter { (2...9).contains($0.count) }
    guard let number = numbers.last, faults.has(.firstLineOfAnyKindTaken) else { return nil }
    let status = number.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return ResponseHead(status: status)
  }

  /// field-line = field-name ":" OWS field-value OWS
  private func fields(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(ResponseError) -> FieldSection
  {
    var unfolded: [(name: Octets, value: [UInt8])] = []
    for line in lines where !line.isEmpty {
      if line.first == 0x20 || line.first == 0x09 {
        // "A user agent that receives an obs-fold … MUST replace each received obs-fold with one or
        // more SP octets" (RFC 9112 5.2).
        guard !unfolded.isEmpty else { throw .fieldLine }
        if faults.has(.foldedLinesDropped) { continue }
        let last = unfolded.count - 1
        if faults.has(.foldsKept) {
          unfolded[last].value += [0x0D, 0x0A]
        } else {
          unfolded[last].value.append(0x20)
        }
        unfolded[last].value += HeadReader.trimmed(line)
        continue
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
        throw .fieldLine
      }
      let name = line[..<colon]
      guard name.allSatisfy(ChallengeReader.isTokenCharacter) else { throw .fieldLine }
      unfolded.append((Octets(name), Array(HeadReader.trimmed(line[(colon + 1)...]))))
    }
    var fields = FieldSection()
    for (name, value) in unfolded {
      // "A recipient of CR, LF, or NUL within a field value MUST either reject the message or
      // replace each of those characters with SP" (RFC 9110 5.5).
      var clean = value.map { $0 == 0x00 || $0 == 0x0D ? 0x20 : $0 }
      if clean != value, faults.takes(.controlsRefused) { throw .fieldLine }
      if clean.count > HeadReader.longField {
        if faults.takes(.longFieldsDiscarded) { continue }
        if faults.takes(.longFieldsRefused) { throw .headTooLong }
      }
      clean = faults.alter(clean, .controlsInFieldsKept) { _ in value }
      clean = faults.alter(clean, .foldsKept) { _ in value }
      fields.append(name: name.bytes, value: clean)
    }
    return fields
  }

  private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let front = value.drop(while: isBlank)
    return front[..<(front.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? front.startIndex)]
  }
}
