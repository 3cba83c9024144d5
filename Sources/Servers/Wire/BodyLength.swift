// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// How the end of a request's body is determined (RFC 9112 6.3).
struct BodyLength {
  /// The ways to determine it.
  enum Framing: Equatable {
    case octets(Int)
    case chunked
    /// The end of the body cannot be determined.
    case unknown
  }

  var framing: Framing
  /// A mistake in the fields, as a sentence.
  var complaint: String?

  private init(framing: Framing) { self.framing = framing }

  /// The length of a request's body, by its fields.
  init(of fields: FieldSection) {
    let hasCoding = fields.has("Transfer-Encoding")
    let hasLength = fields.has("Content-Length")
    if !hasCoding, !hasLength {
      self.init(framing: .octets(0))
    } else if hasCoding {
      self.init(
        codings: fields.values(of: "Transfer-Encoding" as StaticString), hasLength: hasLength)
    } else {
      self.init(lengths: fields.values(of: "Content-Length" as StaticString))
    }
  }

  /// "If a Transfer-Encoding header field is present in a request and the chunked transfer coding
  /// is not the final encoding, the message body length cannot be determined reliably" (RFC 9112
  /// 6.3).
  private init(codings: [Octets], hasLength: Bool) {
    let members = codings.flatMap { $0.bytes.split(separator: 0x2C) }.map(BodyLength.trim)
    guard let last = members.last, last.equalsIgnoringCase("chunked") else {
      framing = .unknown
      complaint = "The last transfer coding of a request is not chunked."
      return
    }
    framing = .chunked
    if hasLength {
      complaint = "A request has both Transfer-Encoding and Content-Length."
    } else if members.count > 1 {
      complaint = "A request has a transfer coding besides chunked."
    }
  }

  ///     Content-Length = 1*DIGIT
  private init(lengths: [Octets]) {
    let numbers = lengths.map(BodyLength.number)
    guard let number = numbers.first ?? nil, numbers.allSatisfy({ $0 == number }) else {
      framing = .unknown
      complaint = "The Content-Length of a request is not one number."
      return
    }
    framing = .octets(number)
    if numbers.count > 1 { complaint = "A request has more than one Content-Length." }
  }

  private static func number(_ value: Octets) -> Int? {
    guard !value.isEmpty else { return nil }
    var number = 0
    for octet in value {
      guard octet.isDigit else { return nil }
      let (product, isTooBig) = number.multipliedReportingOverflow(by: 10)
      let (sum, isBigger) = product.addingReportingOverflow(Int(octet) - 0x30)
      guard !isTooBig, !isBigger else { return nil }
      number = sum
    }
    return number
  }

  private static func trim(_ member: ArraySlice<UInt8>) -> Octets {
    var member = member
    while let first = member.first, first.isWhiteSpace { member.removeFirst() }
    while let last = member.last, last.isWhiteSpace { member.removeLast() }
    return Octets(member)
  }
}
