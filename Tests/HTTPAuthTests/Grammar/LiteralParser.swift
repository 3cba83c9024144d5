// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The grammar of RFC 9110 11 written down rule by rule, trying every way a rule can match.
///
/// It is slow, but follows the ABNF directly, so the parser under test is compared with it. Each
/// rule returns all its matches that begin at a place, as value and end.
struct LiteralParser {
  struct Match<Value: Hashable>: Hashable {
    var value: Value
    var end: Int
  }

  let octets: [UInt8]

  /// WWW-Authenticate = #challenge; the readings of the whole value.
  func challengeLists() -> Set<[Challenge]> {
    whole(list(at: 0, challenge))
  }

  /// Authorization = credentials
  func credentials() -> Set<Challenge> { whole(challenge(at: 0)) }

  /// Authentication-Info = #auth-param
  func parameterLists() -> Set<[AuthParameter]> { whole(list(at: 0, parameter)) }

  private func whole<Value>(_ matches: Set<Match<Value>>) -> Set<Value> {
    Set(matches.filter { $0.end == octets.count }.map(\.value))
  }

  // #element => [ element ] *( OWS "," OWS [ element ] )
  private func list<Value>(
    at start: Int, _ element: (Int) -> Set<Match<Value>>
  ) -> Set<Match<[Value]>> {
    func optional(after value: [Value], at place: Int) -> Set<Match<[Value]>> {
      var matches: Set = [Match(value: value, end: place)]
      for match in element(place) {
        matches.insert(Match(value: value + [match.value], end: match.end))
      }
      return matches
    }
    var found = optional(after: [], at: start)
    var new = found
    while !new.isEmpty {
      var next: Set<Match<[Value]>> = []
      for match in new {
        for space in blanks(at: match.end) where space < octets.count && octets[space] == 0x2C {
          for second in blanks(at: space + 1) {
            next.formUnion(optional(after: match.value, at: second))
          }
        }
      }
      new = next.subtracting(found)
      found.formUnion(next)
    }
    return found
  }

  // challenge = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
  private func challenge(at start: Int) -> Set<Match<Challenge>> {
    var matches: Set<Match<Challenge>> = []
    for scheme in tokens(at: start) {
      matches.insert(Match(value: Challenge(scheme: text(start, scheme)), end: scheme))
      var space = scheme
      while space < octets.count, octets[space] == 0x20 {
        space += 1
        for token in tokens68(at: space) {
          let challenge = Challenge(scheme: text(start, scheme), token68: text(space, token))
          matches.insert(Match(value: challenge, end: token))
        }
        for match in list(at: space, parameter) {
          let challenge = Challenge(scheme: text(start, scheme), parameters: match.value)
          matches.insert(Match(value: challenge, end: match.end))
        }
      }
    }
    return matches
  }

  // auth-param = token BWS "=" BWS ( token / quoted-string )
  private func parameter(at start: Int) -> Set<Match<AuthParameter>> {
    var matches: Set<Match<AuthParameter>> = []
    for name in tokens(at: start) {
      for sign in blanks(at: name) where sign < octets.count && octets[sign] == 0x3D {
        for value in blanks(at: sign + 1) {
          for end in tokens(at: value) {
            let parameter = AuthParameter(
              name: text(start, name), value: text(value, end), form: .token)
            matches.insert(Match(value: parameter, end: end))
          }
          if let quoted = quotedString(at: value) {
            let parameter = AuthParameter(
              name: text(start, name), value: quoted.value, form: .quotedString)
            matches.insert(Match(value: parameter, end: quoted.end))
          }
        }
      }
    }
    return matches
  }

  // quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE
  // qdtext        = HTAB / SP / %x21 / %x23-5B / %x5D-7E / obs-text
  // quoted-pair   = "\" ( HTAB / SP / VCHAR / obs-text )
  private func quotedString(at start: Int) -> Match<Octets>? {
    guard start < octets.count, octets[start] == 0x22 else { return nil }
    var value: [UInt8] = []
    var place = start + 1
    while place < octets.count {
      switch octets[place] {
      case 0x22:
        return Match(value: Octets(value), end: place + 1)
      case 0x09, 0x20, 0x21, 0x23...0x5B, 0x5D...0x7E, 0x80...0xFF:
        value.append(octets[place])
        place += 1
      case 0x5C:
        guard place + 1 < octets.count else { return nil }
        switch octets[place + 1] {
        case 0x09, 0x20, 0x21...0x7E, 0x80...0xFF: value.append(octets[place + 1])
        default: return nil
        }
        place += 2
      default:
        return nil
      }
    }
    return nil
  }

  // token = 1*tchar: the end of every match
  private func tokens(at start: Int) -> [Int] { run(at: start, of: Self.tchar) }

  // token68 = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
  private func tokens68(at start: Int) -> [Int] {
    run(at: start, of: Self.token68).flatMap { end in [end] + run(at: end, of: Self.equalsSign) }
  }

  // OWS = *( SP / HTAB ), BWS = OWS
  private func blanks(at start: Int) -> [Int] { [start] + run(at: start, of: Self.blank) }

  private static let alphanumeric =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  private static let tchar = set("!#$%&'*+-.^_`|~" + alphanumeric)
  private static let token68 = set("-._~+/" + alphanumeric)
  private static let equalsSign = set("=")
  private static let blank = set(" \t")

  private static func set(_ characters: String) -> [Bool] {
    (0...255).map { characters.utf8.contains($0) }
  }

  /// The end of one or more of these characters, for each number of them.
  private func run(at start: Int, of characters: [Bool]) -> [Int] {
    var ends: [Int] = []
    var place = start
    while place < octets.count, characters[Int(octets[place])] {
      place += 1
      ends.append(place)
    }
    return ends
  }

  private func text(_ start: Int, _ end: Int) -> Octets { Octets(octets[start..<end]) }
}
