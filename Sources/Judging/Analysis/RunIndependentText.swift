// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// Replaces the parts of a transcript's texts that change from run to run. A server's name replaces
/// its address and port, also within the base64 of Basic credentials. `…` replaces random values of
/// clients, values computed from them, and memory addresses, which some clients print.
package struct RunIndependentText {
  private struct Server {
    var authority: [UInt8]
    var port: [UInt8]
    var name: [UInt8]
  }

  private let servers: [Server]

  package init(_ recording: Recording?) {
    servers = (recording?.servers ?? []).map {
      Server(
        authority: Array($0.authority.utf8), port: Array("\($0.port)".utf8),
        name: Array($0.configuration.name.utf8))
    }
  }

  /// Returns the text with those parts replaced.
  package func text(_ text: String) -> String {
    String(decoding: settled(Array(text.utf8), isWhole: true), as: UTF8.self)
  }

  private func settled(_ octets: [UInt8], isWhole: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(octets.count)
    var position = 0
    while position < octets.count {
      let isStart = position == 0 || !RunIndependentText.isWord(octets[position - 1])
      if isStart, RunIndependentText.isWord(octets[position]),
        let (length, other) = replacement(octets[position...], isWhole: isWhole)
      {
        result += other
        position += length
      } else {
        result.append(octets[position])
        position += 1
      }
    }
    return result
  }

  /// The replacement for the first octets, and how many it replaces; `nil` if they stay.
  private func replacement(
    _ rest: ArraySlice<UInt8>, isWhole: Bool
  ) -> (length: Int, other: [UInt8])? {
    for server in servers where RunIndependentText.isWhole(server.authority, rest) {
      return (server.authority.count, server.name)
    }
    for server in servers where RunIndependentText.isWhole(server.port, rest) {
      return (server.port.count, Array("port of ".utf8) + server.name)
    }
    if rest.starts(with: "0x".utf8) {
      let digits = rest.dropFirst(2).prefix { $0.hexDigitValue != nil }
      return digits.count < 8 ? nil : (2 + digits.count, Array("0x…".utf8))
    }
    return RunIndependentText.chosen(rest) ?? (isWhole ? basic(rest) : nil)
  }

  // MARK: Values of Digest

  private static let names = ["cnonce", "response", "rspauth"].map { Array($0.utf8) }
  private static let separators = ["=", "\"", "“", " "].map { Array($0.utf8) }
  private static let dots = Array("…".utf8)

  /// `cnonce="…"` for a value of 8 octets or more; shorter values are kept.
  private static func chosen(_ rest: ArraySlice<UInt8>) -> (length: Int, other: [UInt8])? {
    guard let name = names.first(where: { isWhole($0, rest) }) else { return nil }
    var value = rest.dropFirst(name.count)
    var isGiven = false
    while let separator = separators.first(where: { value.starts(with: $0) }) {
      if separator != [0x20] { isGiven = true }
      value = value.dropFirst(separator.count)
    }
    var end = value.prefix { isWord($0) || "+/=_-.~\\".utf8.contains($0) }.endIndex
    guard isGiven, end - value.startIndex >= 8 else { return nil }
    let head = Array(rest[..<value.startIndex])
    if rest[end...].starts(with: dots) { end += dots.count }
    return (end - rest.startIndex, head + dots)
  }

  // MARK: Basic

  /// Replaces `Basic` with base64 of a server's address by the decoded text.
  private func basic(_ rest: ArraySlice<UInt8>) -> (length: Int, other: [UInt8])? {
    let scheme = Array("Basic ".utf8)
    guard rest.starts(with: scheme) else { return nil }
    let token = rest.dropFirst(scheme.count).prefix {
      RunIndependentText.isWord($0) || "+/=".utf8.contains($0)
    }
    guard let decoded = Octets(base64: Octets(token))?.array else { return nil }
    let other = settled(decoded, isWhole: false)
    guard other != decoded, String(validating: other, as: UTF8.self) != nil,
      !other.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    return (
      scheme.count + token.count, scheme + Array("(base64 of ".utf8) + other + [UInt8(ascii: ")")]
    )
  }

  // MARK: Octets

  /// `true` if the octets begin with the word, and it ends there.
  private static func isWhole(_ word: [UInt8], _ rest: ArraySlice<UInt8>) -> Bool {
    guard rest.starts(with: word) else { return false }
    return rest.dropFirst(word.count).first.map { !isWord($0) } ?? true
  }

  private static func isWord(_ octet: UInt8) -> Bool { octet.isASCIIDigit || octet.isASCIILetter }
}
