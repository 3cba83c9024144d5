// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// A scheme whose login takes several messages, which have a grammar of their own.
package enum HandshakeScheme: String, Hashable, Sendable, CaseIterable {
  case ntlm = "NTLM"
  case negotiate = "Negotiate"

  /// The ability of clients that know it.
  var ability: Ability {
    switch self {
    case .ntlm: .ntlm
    case .negotiate: .negotiate
    }
  }
}

/// Makes the messages of servers in handshakes: message 2 of NTLM, and tokens of SPNEGO. About half
/// are valid; the others deviate in a few places.
struct HandshakeGrammar {
  let random: SeededRandom

  /// A message in base64.
  func message(of scheme: HandshakeScheme) -> Octets {
    var octets =
      switch scheme {
      case .ntlm: message2()
      case .negotiate: token()
      }
    let mutation = OctetMutation(random: random)
    while random.percent(20) { octets = mutation.mutate(Octets(octets)).array }
    if random.percent(5) { octets = Array(octets.prefix(random.below(octets.count + 1))) }
    let encoded = Octets(octets).base64
    return random.percent(4) ? Octets(encoded.array.dropLast(1 + random.below(3))) : encoded
  }

  // MARK: NTLM

  /// CHALLENGE_MESSAGE (MS-NLMP 2.2.1.2): signature, type, target name, flags, nonce, eight octets,
  /// target information, perhaps a version, and the contents of the two fields.
  private func message2() -> [UInt8] {
    let hasVersion = random.percent(50)
    let start = hasVersion ? 56 : 48
    let target = text()
    let information = targetInformation()
    let isSwapped = random.percent(10)
    let places =
      isSwapped
      ? (start + information.count, start) : (start, start + target.count)
    var flags = random.percent(80) ? 0x6289_8235 : Int(truncatingIfNeeded: random.next())
    if hasVersion { flags |= 0x0200_0000 }
    let head =
      Array("NTLMSSP\0".utf8) + long(random.percent(95) ? 2 : random.below(5))
      + field(target.count, at: places.0) + long(flags)
      + (0..<8).map { _ in UInt8(random.below(256)) } + [UInt8](repeating: 0, count: 8)
      + field(information.count, at: places.1)
      + (hasVersion ? [10, 0, 0x61, 0x4A, 0, 0, 0, 15] : [])
    return head + (isSwapped ? information + target : target + information)
  }

  /// Length, space and offset of a field.
  private func field(_ count: Int, at place: Int) -> [UInt8] {
    let length = random.percent(88) ? count : random.pick([0, 1, count + 1, 0x7FFF, 0xFFFF]) ?? 0
    let space = random.percent(95) ? length : random.below(0x1_0000)
    let offset =
      random.percent(88)
      ? place : random.pick([0, 12, place + 1, 0x7FFF_FFFF, 0xFFFF_FFF0, 0xFFFF_FFFF]) ?? 0
    return short(length) + short(space) + long(offset)
  }

  /// A list of attributes and values (MS-NLMP 2.2.2.1), with its end.
  private func targetInformation() -> [UInt8] {
    var octets: [UInt8] = []
    for _ in 0..<random.below(6) {
      let id = random.percent(85) ? 1 + random.below(10) : random.below(0x1_0000)
      let value = id == 7 ? (0..<8).map { _ in UInt8(random.below(256)) } : text()
      let length =
        random.percent(92) ? value.count : random.pick([0, value.count + 1, 0xFFFF]) ?? 0
      octets += short(id) + short(length) + value
    }
    return random.percent(90) ? octets + [0, 0, 0, 0] : octets
  }

  /// A name, mostly in UTF-16.
  private func text() -> [UInt8] {
    let names = ["AUTHSPEC", "", "S", "SERVER", "l\u{F6}we", "\u{1F600}", "a\0b"]
    let name = random.pick(names) ?? ""
    let count = random.percent(4) ? [100, 1_000, 20_000][random.below(3)] : 1
    let whole = String(repeating: name, count: count)
    return random.percent(85)
      ? whole.utf16.flatMap { short(Int($0)) } : Array(whole.utf8)
  }

  /// A number of 32 bits, the lowest octet first.
  private func long(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// A number of 16 bits, the lowest octet first.
  private func short(_ number: Int) -> [UInt8] { Array(long(number).prefix(2)) }

  // MARK: SPNEGO

  /// A NegTokenResp (RFC 4178 4.2.2), or rarely a NegTokenInit in its frame, as some servers begin.
  private func token() -> [UInt8] {
    var fields: [UInt8] = []
    if random.percent(90) {
      let state = random.percent(90) ? UInt8(random.below(4)) : UInt8(random.below(256))
      fields += element(0xA0, element(0x0A, [state]))
    }
    if random.percent(70) { fields += element(0xA1, mechanism()) }
    if random.percent(80) { fields += element(0xA2, element(0x04, responseToken())) }
    if random.percent(30) { fields += element(0xA3, element(0x04, noise())) }
    if random.percent(5) { fields += element(0xA4, noise()) }
    let response = element(0xA1, element(0x30, fields))
    guard random.percent(6) else { return response }
    let offer = element(0xA0, element(0x30, element(0xA0, element(0x30, mechanism())) + fields))
    return element(0x60, element(0x06, [0x2B, 6, 1, 5, 5, 2]) + offer)
  }

  private func mechanism() -> [UInt8] {
    let known: [[UInt8]] = [
      [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x12, 1, 2, 2], [0x2A, 0x86, 0x48, 0x82, 0xF7, 0x12, 1, 2, 2],
      [0x2B, 6, 1, 4, 1, 0x82, 0x37, 2, 2, 10], [0x2B, 6, 1, 5, 5, 2], [], [0x80],
    ]
    return element(0x06, known[random.percent(75) ? 0 : random.below(known.count)])
  }

  /// A token of Kerberos (RFC 4121 4.1): its frame, the two octets of its kind, and an AP-REP or a
  /// KRB-ERROR (RFC 4120 5.5.2, 5.9.1) of which little is right; or other octets.
  private func responseToken() -> [UInt8] {
    guard random.percent(70) else { return noise() }
    let version = element(0xA0, element(0x02, [5]))
    let isError = random.percent(40)
    let kind = element(0xA1, element(0x02, [isError ? 30 : 15]))
    let rest =
      isError
      ? element(0xA6, element(0x02, [UInt8(random.below(100))]))
      : element(
        0xA2,
        element(0x30, element(0xA0, element(0x02, [18])) + element(0xA2, element(0x04, noise()))))
    let inner = element(isError ? 0x7E : 0x6F, element(0x30, version + kind + rest))
    return element(
      0x60,
      element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x12, 1, 2, 2]) + [isError ? 3 : 2, 0] + inner)
  }

  private func noise() -> [UInt8] {
    let count = random.percent(95) ? random.below(40) : [200, 5_000][random.below(2)]
    return (0..<count).map { _ in UInt8(random.below(256)) }
  }

  /// An element of DER (X.690 8.1), rarely with a length that is wrong or not in DER.
  private func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let tag = random.percent(98) ? tag : tag ^ UInt8(1 << random.below(8))
    let count = content.count
    guard !random.percent(3) else {
      let lengths: [[UInt8]] = [
        [0x80], [0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x81, UInt8(truncatingIfNeeded: count)],
        [UInt8(truncatingIfNeeded: count + 1) & 0x7F], [0xFF], [0x82, 0, UInt8(count & 0xFF)], [],
      ]
      return [tag] + lengths[random.below(lengths.count)] + content
    }
    if count < 0x80 { return [tag, UInt8(count)] + content }
    let length = [16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }.drop { $0 == 0 }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }
}

extension FuzzInput {
  /// The scheme of a handshake in which the origin server's first refusal offers the scheme alone,
  /// and a later reply has a message; `nil` if there is none. Only then is the client given what
  /// the scheme needs.
  var handshake: HandshakeScheme? {
    guard let first = replies.first, first.server == .origin, first.lines.count == 1 else {
      return nil
    }
    let field = first.challengeField
    guard first.lines[0].name.equalsIgnoringCase(field) else { return nil }
    return HandshakeScheme.allCases.first { scheme in
      first.lines[0].value.equalsIgnoringCase(Octets(scheme.rawValue))
        && replies.dropFirst().contains { reply in
          reply.lines.contains { line in
            line.name.equalsIgnoringCase(field)
              && line.value.prefix(scheme.rawValue.utf8.count + 1)
                .equalsIgnoringCase(Octets(scheme.rawValue + " "))
          }
        }
    }
  }
}
