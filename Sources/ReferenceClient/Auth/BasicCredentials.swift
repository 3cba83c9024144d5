// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// credentials = "Basic" SP base64( user-id ":" password ) (RFC 7617 2).
enum BasicCredentials {
  /// The field value.
  static func value(
    _ login: Login, wantsUTF8: Bool, _ faults: FaultSet
  ) throws(CredentialsError) -> Octets {
    // The first colon ends the user name, so the name cannot contain one (RFC 7617 2).
    if login.user.contains(UInt8(ascii: ":")), !faults.has(.colonInUserSent) {
      throw .colonInUser
    }
    // "The user-id and password MUST NOT contain any control characters" (RFC 7617 2).
    if login.hasControls,
      !faults.has(.controlsInLoginSent)
    {
      throw .controlCharacter
    }
    var user = login.user
    var password = login.password
    if wantsUTF8 {
      user = NormalForm.composed(user)
      password = NormalForm.composed(password)
    } else {
      user = faults.vary(user, .latin1WithoutCharset, latin1)
      password = faults.vary(password, .latin1WithoutCharset, latin1)
    }
    password = faults.alter(password, .passwordCutAtColon) { password in
      Octets(password.bytes.prefix { $0 != UInt8(ascii: ":") })
    }
    password = faults.alter(password, .longLoginCut) { Octets($0.bytes.prefix(255)) }
    if password.isEmpty, faults.has(.emptyPasswordLeavesNoColon) {
      return Octets(Scheme.basic.written(faults) + user.base64.array)
    }
    var pair = Octets(user.array + [UInt8(ascii: ":")] + password.array).base64
    pair = faults.alter(pair, .base64WithoutPadding) { pair in
      Octets(pair.bytes.prefix { $0 != UInt8(ascii: "=") })
    }
    return Octets(Scheme.basic.written(faults) + pair.array)
  }

  /// The text in ISO 8859-1, if it can be encoded: a fault.
  static func latin1(_ text: Octets) -> Octets {
    text.utf8.flatMap { Octets(latin1: $0) } ?? text
  }
}
