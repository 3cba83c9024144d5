// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Builds a Digest field value.
struct DigestField {
  private var parameters: [[UInt8]] = []
  private let faults: FaultSet
  /// Separates parameters by semicolons: a fault.
  var usesSemicolons = false

  init(_ faults: FaultSet) { self.faults = faults }

  /// credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ] (RFC 9110 11.4)
  var octets: [UInt8] {
    var octets = Scheme.digest.written(faults)
    let parameters = faults.vary(parameters, .parametersInReverse) { $0.reversed() }
    for (place, parameter) in parameters.enumerated() {
      if place > 0 { octets += separator.utf8 }
      octets += parameter
    }
    return octets
  }

  /// #element => [ element *( OWS "," OWS element ) ] (RFC 9110 5.6.1.1)
  private var separator: String {
    if usesSemicolons { return "; " }
    if faults.takes(.blanksBeforeCommas) { return " \t, " }
    return faults.takes(.commasWithoutBlanks) ? "," : ", "
  }

  /// name "=" token
  mutating func append(_ name: String, plain value: Octets) {
    parameters.append(named(name) + value.bytes)
  }

  /// name "=" quoted-string, with a backslash before `"` and `\` (RFC 9110 5.6.4).
  mutating func append(_ name: String, quoted value: Octets) {
    if name != "username", faults.has(.valuesNotQuoted) { return append(name, plain: value) }
    if name == "username", faults.has(.userNotQuoted) { return append(name, plain: value) }
    var octets = named(name)
    octets.append(UInt8(ascii: "\""))
    var escaped = DigestAnswerer.escaped(value)
    escaped = faults.alter(escaped, .backslashesNotEscaped) { _ in
      value.bytes.flatMap { $0 == UInt8(ascii: "\"") ? [UInt8(ascii: "\\"), $0] : [$0] }
    }
    // quoted-pair = "\" ( HTAB / SP / VCHAR / obs-text ) (RFC 9110 5.6.4)
    if let first = escaped.first, first > 0x20, first < 0x7F, first != UInt8(ascii: "\\"),
      faults.takes(.needlessQuotedPairs)
    {
      octets.append(UInt8(ascii: "\\"))
    }
    octets += escaped
    octets.append(UInt8(ascii: "\""))
    parameters.append(octets)
  }

  private func named(_ name: String) -> [UInt8] {
    let name = faults.vary(name, .parameterNamesInUpperCase) { $0.uppercased() }
    return Array(name.utf8) + [UInt8(ascii: "=")]
  }
}
