// SPDX-License-Identifier: Apache-2.0

extension AuthParameter {
  /// Appends `name=value` in the parameter's form, even if the value is not a token.
  ///
  /// "A sender SHOULD NOT generate a quoted-pair in a quoted-string except where necessary to quote
  /// DQUOTE and backslash octets occurring within that string." (RFC 9110 5.6.4)
  func write(to octets: inout [UInt8]) {
    octets.append(contentsOf: name.bytes)
    octets.append(UInt8(ascii: "="))
    switch form {
    case .token:
      octets.append(contentsOf: value.bytes)
    case .quotedString:
      octets.append(UInt8(ascii: "\""))
      for octet in value.bytes {
        if octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\") {
          octets.append(UInt8(ascii: "\\"))
        }
        octets.append(octet)
      }
      octets.append(UInt8(ascii: "\""))
    }
  }
}

extension [AuthParameter] {
  fileprivate func write(to octets: inout [UInt8]) {
    for (index, parameter) in enumerated() {
      if index > 0 { octets.append(contentsOf: [0x2C, 0x20]) }
      parameter.write(to: &octets)
    }
  }
}

extension Challenge {
  /// The challenge as a field value: each parameter in its form, with `"` and `\` escaped in
  /// quotes.
  package var fieldValue: Octets {
    var octets = scheme.array
    if token68 != nil || !parameters.isEmpty { octets.append(0x20) }
    if let token68 { octets.append(contentsOf: token68.bytes) }
    parameters.write(to: &octets)
    return Octets(octets)
  }
}

extension Credentials {
  /// The credentials as a field value: each parameter in its form, with `"` and `\` escaped in
  /// quotes.
  package var fieldValue: Octets {
    Challenge(scheme: scheme, token68: token68, parameters: parameters).fieldValue
  }
}

extension AuthenticationInfoField {
  /// The parameters as a field value: each in its form, with `"` and `\` escaped in quotes.
  package var fieldValue: Octets {
    var octets: [UInt8] = []
    parameters.write(to: &octets)
    return Octets(octets)
  }
}
