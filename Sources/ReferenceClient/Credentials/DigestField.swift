internal import HTTPAuth

/// A Digest field value as it is put together.
struct DigestField {
  private(set) var octets = Array("Digest ".utf8)
  private var isFirst = true
  private let faults: FaultSet

  init(_ faults: FaultSet) { self.faults = faults }

  /// name "=" token
  mutating func append(_ name: String, plain value: Octets) {
    appendName(name)
    octets += value.bytes
  }

  /// name "=" quoted-string, in which a backslash stands before `"` and `\` (RFC 9110 5.6.4).
  mutating func append(_ name: String, quoted value: Octets) {
    if name != "username", faults.has(.valuesNotQuoted) { return append(name, plain: value) }
    if name == "username", faults.has(.userNotQuoted) { return append(name, plain: value) }
    if name == "nonce", faults.has(.nonceNotQuoted) { return append(name, plain: value) }
    appendName(name)
    octets.append(UInt8(ascii: "\""))
    var escaped = DigestAnswerer.escaped(value)
    escaped = faults.alter(escaped, .quotesNotEscaped) { _ in value.array }
    octets += faults.alter(escaped, .backslashesNotEscaped) { _ in
      value.bytes.flatMap { $0 == UInt8(ascii: "\"") ? [UInt8(ascii: "\\"), $0] : [$0] }
    }
    octets.append(UInt8(ascii: "\""))
  }

  private mutating func appendName(_ name: String) {
    if !isFirst { octets += (faults.has(.semicolonsBetween) ? "; " : ", ").utf8 }
    isFirst = false
    octets += name.utf8
    octets.append(UInt8(ascii: "="))
  }
}
