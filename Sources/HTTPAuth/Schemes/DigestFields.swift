// SPDX-License-Identifier: Apache-2.0

/// The parameters of Digest credentials (RFC 7616 3.4), not verified.
///
/// Of several parameters of one name the first counts. All values share the credentials' storage.
package struct DigestFields: Hashable, Sendable {
  /// The parameters of Digest (RFC 7616 3.4, 3.4.4).
  package enum Name: Int, Sendable, CaseIterable {
    case username, usernameExtended, realm, nonce, uri, response, algorithm, cnonce, opaque, qop, nc
    case userhash
  }

  private let parameters: [AuthParameter]
  /// For each name the index of its first parameter; -1 if it is not among the first 32,767.
  private var places = SIMD16<Int16>(repeating: -1)

  /// The Digest parameters among those of the credentials.
  package init(_ credentials: Credentials) {
    parameters = credentials.parameters
    for index in parameters.indices.prefix(Int(Int16.max)) {
      guard let name = Self.name(parameters[index].name), places[name.rawValue] < 0 else {
        continue
      }
      places[name.rawValue] = Int16(index)
    }
  }

  /// The Digest parameter of that name, in any case.
  static func name(_ name: Octets) -> Name? {
    switch name.count {
    case 2 where name.matches("nc"): .nc
    case 3 where name.matches("uri"): .uri
    case 3 where name.matches("qop"): .qop
    case 5 where name.matches("realm"): .realm
    case 5 where name.matches("nonce"): .nonce
    case 6 where name.matches("cnonce"): .cnonce
    case 6 where name.matches("opaque"): .opaque
    case 8 where name.matches("username"): .username
    case 8 where name.matches("response"): .response
    case 8 where name.matches("userhash"): .userhash
    case 9 where name.matches("algorithm"): .algorithm
    case 9 where name.matches("username*"): .usernameExtended
    default: nil
    }
  }

  /// The parameter's value, without quotes and with quoted-pairs decoded.
  package func value(_ name: Name) -> Octets? {
    let place = Int(places[name.rawValue])
    return place < 0 ? nil : parameters[place].value
  }

  /// The value of the parameter of that name, in any case; `nil` if Digest has no such parameter.
  package func value(named name: Octets) -> Octets? { Self.name(name).flatMap { value($0) } }

  /// `true` if the credentials have no other parameters and none twice.
  var areAll: Bool {
    places.indices.count { places[$0] >= 0 } == parameters.count
  }

  /// The form of the parameter; `nil` if it is missing.
  func form(_ name: Name) -> AuthParameter.Form? {
    let place = Int(places[name.rawValue])
    return place < 0 ? nil : parameters[place].form
  }

  package func has(_ name: Name) -> Bool { places[name.rawValue] >= 0 }

  /// The nonce count as a number; `nil` if it is not exactly eight hexadecimal digits, of either
  /// case.
  package var ncValue: UInt32? {
    guard let value = value(.nc), value.count == 8 else { return nil }
    var number: UInt32 = 0
    for octet in value.bytes {
      guard let digit = octet.hexDigitValue else { return nil }
      number = number << 4 | UInt32(digit)
    }
    return number
  }

  /// `true` if `userhash` says that the user name is a hash.
  var hasHashedUser: Bool { value(.userhash)?.matches("true") ?? false }
}
