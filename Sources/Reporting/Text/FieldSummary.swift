// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Challenges and credentials in brief, malformed ones included. Short challenges are shown octet
/// for octet; of longer ones and of Digest credentials the parameters, with long values abridged.
struct FieldSummary {
  /// The most octets of a value that are shown.
  var limit: Int

  /// Parameters of Digest credentials that are left out, as only a verifier can check them.
  private static let unread = ["response", "cnonce", "opaque"]

  /// A value of Authorization or Proxy-Authorization.
  func credentials(_ value: Octets) -> String {
    let (scheme, rest) = split(value)
    guard scheme.equalsIgnoringCase("Digest") else { return whole(value) }
    let kept = parts(of: rest).filter { part in
      !FieldSummary.unread.contains { part.name.equalsIgnoringCase(Octets($0)) }
    }
    return ([Visible.line(scheme)] + [kept.map(\.text).joined(separator: ", ")])
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// A value of WWW-Authenticate, Proxy-Authenticate, Authentication-Info or
  /// Proxy-Authentication-Info.
  func challenge(_ value: Octets) -> String {
    if value.count <= limit * 5 { return Visible.line(value) }
    return parts(of: value).map(\.text).joined(separator: ", ")
  }

  /// Any other value.
  func whole(_ value: Octets) -> String { Visible.abridged(value, to: limit * 2) }

  private func split(_ value: Octets) -> (scheme: Octets, rest: Octets) {
    let end = value.bytes.firstIndex(of: UInt8(ascii: " ")) ?? value.endIndex
    return (value[value.startIndex..<end], value[min(end + 1, value.endIndex)..<value.endIndex])
  }

  private struct Part {
    var name: Octets
    var text: String
  }

  /// The parts between commas that are not in double quotes, at most 40.
  private func parts(of value: Octets) -> [Part] {
    let pieces = value.listPieces
    let parts = pieces.prefix(40).map(part)
    return pieces.count > 40
      ? parts + [Part(name: "", text: "… (\(value.count) octets)")] : parts
  }

  private func part(_ octets: Octets) -> Part {
    var bytes = octets.bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    let name = bytes.prefix { $0 != UInt8(ascii: "=") && $0 != 0x20 && $0 != 0x09 }
    return Part(name: Octets(name), text: Visible.abridged(Octets(bytes), to: limit))
  }
}
