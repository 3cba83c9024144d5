// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Message 2 (MS-NLMP 2.2.1.2), as received.
struct ReceivedNTLMChallenge: Hashable, Sendable {
  /// An AV_PAIR (MS-NLMP 2.2.2.1).
  struct Pair: Hashable, Sendable {
    var id: Int
    var value: [UInt8]
  }

  /// The whole message.
  let octets: [UInt8]
  let flags: NTLMFlags
  /// ServerChallenge.
  let nonce: [UInt8]
  /// TargetName.
  let target: [UInt8]
  /// TargetInfo without its end; `nil` if there is none.
  let pairs: [Pair]?

  private static let nonceEnd = 32
  /// TargetInfoFields end here.
  private static let fixedEnd = 48
  private static let timestampID = 7

  /// Reads a message; `nil` if it is malformed, or cannot be answered.
  init?(_ octets: [UInt8], _ faults: FaultSet) {
    guard octets.count >= ReceivedNTLMChallenge.nonceEnd,
      octets.starts(with: Array("NTLMSSP\0".utf8)),
      ReceivedNTLMChallenge.number(octets, 8, 4) == 2 || faults.has(.ntlmTypeIgnored)
    else { return nil }
    self.octets = octets
    flags = NTLMFlags(rawValue: UInt32(ReceivedNTLMChallenge.number(octets, 20, 4)))
    nonce = Array(octets[24..<32])
    // Without NTLMSSP_REQUEST_TARGET the fields of the name "MUST be ignored upon receipt" (MS-NLMP
    // 2.2.1.2).
    let isNamed = flags.contains(.requestTarget) || faults.has(.ntlmAbsentNameRead)
    guard let target = isNamed ? ReceivedNTLMChallenge.field(octets, at: 12) : [],
      target.count % 2 == 0 || !flags.contains(.unicode)
    else { return nil }
    self.target = target
    guard flags.contains(.targetInformation), octets.count >= ReceivedNTLMChallenge.fixedEnd else {
      pairs = nil
      return
    }
    guard let field = ReceivedNTLMChallenge.field(octets, at: 40) else {
      guard faults.has(.ntlmBoundsIgnored) else { return nil }
      pairs = []
      return
    }
    guard let pairs = ReceivedNTLMChallenge.pairs(field) else { return nil }
    // The response returns them, and has 16 bits for its length (MS-NLMP 2.2.1.3).
    guard field.count <= 65_000 - 48 else { return nil }
    self.pairs = pairs
  }

  /// MsvAvTimestamp.
  var timestamp: [UInt8]? {
    pairs?.first { $0.id == ReceivedNTLMChallenge.timestampID }.map(\.value).flatMap {
      $0.count == 8 ? $0 : nil
    }
  }

  /// A little-endian number of `count` octets.
  private static func number(_ octets: [UInt8], _ place: Int, _ count: Int) -> Int {
    guard place + count <= octets.count else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(octets[place + $1]) << (8 * $1) }
  }

  /// The octets that Len and BufferOffset of a field refer to; `nil` if they are not after the
  /// fixed fields and within the message.
  private static func field(_ octets: [UInt8], at place: Int) -> [UInt8]? {
    let length = number(octets, place, 2)
    let offset = number(octets, place + 4, 4)
    if length == 0 { return [] }
    guard offset >= nonceEnd, offset + length <= octets.count else { return nil }
    return Array(octets[offset..<offset + length])
  }

  /// AV_PAIRs up to MsvAvEOL; `nil` if one is cut short, or there is no end.
  private static func pairs(_ octets: [UInt8]) -> [Pair]? {
    var pairs: [Pair] = []
    var place = 0
    while place + 4 <= octets.count {
      let id = number(octets, place, 2)
      let length = number(octets, place + 2, 2)
      if id == 0 { return pairs }
      guard place + 4 + length <= octets.count else { return nil }
      pairs.append(Pair(id: id, value: Array(octets[place + 4..<place + 4 + length])))
      place += 4 + length
    }
    return nil
  }
}
