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
    if faults.has(.valuesNotQuoted), name != "username" { return append(name, plain: value) }
    if faults.has(.nonceNotQuoted), name == "nonce" { return append(name, plain: value) }
    appendName(name)
    octets.append(UInt8(ascii: "\""))
    if faults.has(.quotesNotEscaped) {
      octets += value.bytes
    } else if faults.has(.backslashesNotEscaped) {
      for octet in value.bytes {
        if octet == UInt8(ascii: "\"") { octets.append(UInt8(ascii: "\\")) }
        octets.append(octet)
      }
    } else {
      octets += DigestAnswerer.escaped(value)
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
