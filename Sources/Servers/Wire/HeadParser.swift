// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Parses the head of a request, as leniently as possible.
struct HeadParser {
  private let raw: [UInt8]
  private var next = 0
  private(set) var complaints: [RequestReader.Complaint] = []
  private var hasBareLineFeed = false
  private var hasBareReturn = false

  /// A parser of a head that ends with its empty line.
  init(_ raw: [UInt8]) { self.raw = raw }

  /// Returns the head; `nil` if it has no readable request line.
  mutating func parse() -> RequestHead? {
    guard let line = takeLine(), var head = parseRequestLine(line) else { return nil }
    // Put into the head at once: otherwise each line would copy the head.
    var fields = FieldSection()
    fields.reserveCapacity(lines: 16, octets: raw.count - next + 16)
    while let line = takeLine(), !line.isEmpty { parseField(line, into: &fields) }
    head.fields = fields
    if raw.firstIndex(ofOctet: 0, in: 0..<raw.count) != nil {
      complain("The head of a request holds NUL.", 0..<raw.count)
    }
    return head
  }

  // MARK: Lines

  /// Returns the content of the next line; reports a bare LF at its end (RFC 9112 2.2).
  private mutating func takeLine() -> Range<Int>? {
    guard next < raw.count else { return nil }
    let start = next
    let end = raw.firstIndex(ofOctet: 0x0A, in: start..<raw.count) ?? raw.count
    next = min(end + 1, raw.count)
    guard end > start, raw[end - 1] == 0x0D else {
      if !hasBareLineFeed { complain("A line of a head ends with a bare LF.", start..<end) }
      hasBareLineFeed = true
      return start..<end
    }
    if !hasBareReturn, raw.firstIndex(ofOctet: 0x0D, in: start..<end - 1) != nil {
      hasBareReturn = true
      complain("A line of a head holds a bare CR.", start..<end)
    }
    return start..<end - 1
  }

  ///     request-line = method SP request-target SP HTTP-version
  private mutating func parseRequestLine(_ line: Range<Int>) -> RequestHead? {
    guard let first = raw.firstIndex(ofOctet: 0x20, in: line),
      let last = raw[line].lastIndex(of: 0x20), first < last, first > line.lowerBound,
      isVersion(last + 1..<line.upperBound)
    else {
      complain("The first line is not a request line.", line)
      return nil
    }
    let target = first + 1..<last
    if target.isEmpty || raw.firstIndex(ofOctet: 0x20, in: target) != nil {
      complain("A request-target is empty or holds white space.", line)
    }
    return RequestHead(
      method: octets(line.lowerBound..<first), target: octets(target),
      version: octets(last + 1..<line.upperBound))
  }

  ///     HTTP-version = "HTTP/" DIGIT "." DIGIT
  ///
  /// A major version other than 1 is another protocol.
  private func isVersion(_ range: Range<Int>) -> Bool {
    guard range.count == 8 else { return false }
    return raw[range].starts(with: "HTTP/1.".utf8) && raw[range.upperBound - 1].isDigit
  }

  ///     field-line = field-name ":" OWS field-value OWS
  private mutating func parseField(_ line: Range<Int>, into fields: inout FieldSection) {
    guard let colon = raw.firstIndex(ofOctet: 0x3A, in: line), !raw[line.lowerBound].isWhiteSpace
    else {
      complain("A line of the header section is not a field line.", line)
      return
    }
    let name = line.lowerBound..<colon
    if name.isEmpty || raw[colon - 1].isWhiteSpace {
      complain("A field name is empty or is followed by white space.", line)
    }
    let value = raw.trimmed(colon + 1..<line.upperBound)
    guard next < raw.count, raw[next].isWhiteSpace else {
      fields.append(octets(name), octets(value))
      return
    }
    fields.append(octets(name), unfold(value))
  }

  /// "A sender MUST NOT generate a message that includes line folding" (RFC 9112 5.2); each fold is
  /// replaced by a space.
  private mutating func unfold(_ first: Range<Int>) -> Octets {
    complain("A field line is folded.", first)
    var value = Array(raw[first])
    while next < raw.count, raw[next].isWhiteSpace, let line = takeLine() {
      value.append(0x20)
      value.append(contentsOf: raw[raw.trimmed(line)])
    }
    return Octets(value)
  }

  // MARK: Parts

  private func octets(_ range: Range<Int>) -> Octets { Octets(raw[range]) }

  private mutating func complain(_ sentence: String, _ range: Range<Int>) {
    guard complaints.count < 16 else { return }
    complaints.append(
      RequestReader.Complaint(
        sentence: sentence, octets: Octets(Array(raw[range].prefix(InputQueue.excerpt)))))
  }
}
