internal import HTTPAuth

/// credentials = "Basic" SP base64( user-id ":" password ) (RFC 7617 2).
enum BasicCredentials {
  /// The field value.
  static func value(
    _ login: Login, wantsUTF8: Bool, _ faults: FaultSet
  ) throws(CredentialsError) -> Octets {
    // The first colon ends the user name, so none can be in it (RFC 7617 2).
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
    if wantsUTF8, !faults.has(.notNormalised) {
      user = NormalForm.composed(user)
      password = NormalForm.composed(password)
    }
    if faults.has(.latin1ForUTF8) {
      user = user.utf8.flatMap { Octets(latin1: $0) } ?? user
      password = password.utf8.flatMap { Octets(latin1: $0) } ?? password
    }
    if faults.has(.passwordCutAtColon) {
      password = Octets(password.bytes.prefix { $0 != UInt8(ascii: ":") })
    }
    if faults.has(.longLoginCut) { password = Octets(password.bytes.prefix(255)) }
    if faults.has(.emptyPasswordLeavesNoColon), password.isEmpty {
      return Octets(Array("Basic ".utf8) + user.base64.array)
    }
    var pair = Octets(user.array + [UInt8(ascii: ":")] + password.array).base64
    if faults.has(.base64WithoutPadding) {
      pair = Octets(pair.bytes.prefix { $0 != UInt8(ascii: "=") })
    }
    if faults.has(.base64ForURLs) {
      pair = Octets(
        pair.bytes.map {
          $0 == UInt8(ascii: "+")
            ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
        })
    }
    return Octets(Array("Basic ".utf8) + pair.array)
  }
}
