// SPDX-License-Identifier: Apache-2.0

/// A value with auth-params: a challenge, credentials, Authentication-Info.
package protocol ParameterCarrying {
  /// The parameters in order, duplicates included.
  var parameters: [AuthParameter] { get }
}

extension ParameterCarrying {
  /// The first parameter of that name; names are compared without case (RFC 9110 11.2).
  package func parameter(_ name: StaticString) -> AuthParameter? {
    index(of: name).map { parameters[$0] }
  }

  /// The first parameter of that name, compared without case.
  package func parameter(named name: Octets) -> AuthParameter? {
    parameters.first { $0.name.equalsIgnoringCase(name) }
  }

  /// The value of the first parameter of that name.
  package func value(of name: StaticString) -> Octets? {
    index(of: name).map { parameters[$0].value }
  }

  private func index(of name: StaticString) -> Int? {
    let parameters = parameters
    return parameters.indices.first { parameters[$0].name.matches(name) }
  }

  /// The name of the first parameter that repeats an earlier one, as it is spelled the second time.
  ///
  /// Names are compared without case. "each parameter name MUST only occur once per challenge" (RFC
  /// 9110 11.2)
  package var duplicatedParameter: Octets? {
    let parameters = parameters
    if parameters.count <= 16 {
      for index in parameters.indices {
        for earlier in 0..<index
        where parameters[earlier].name.count == parameters[index].name.count
          && parameters[earlier].name.equalsIgnoringCase(parameters[index].name)
        {
          return parameters[index].name
        }
      }
      return nil
    }
    var seen: Set<Octets> = []
    seen.reserveCapacity(parameters.count)
    for parameter in parameters where !seen.insert(parameter.name.asciiLowercased).inserted {
      return parameter.name
    }
    return nil
  }
}

extension Challenge: ParameterCarrying {}

extension Octets {
  /// `true` if the octets equal an ASCII literal, apart from the case of letters.
  package func matches(_ literal: StaticString) -> Bool {
    guard count == literal.utf8CodeUnitCount else { return false }
    return unsafe bytes.withUnsafeBufferPointer { unsafe $0.equalsIgnoringCase(literal) }
  }

  /// `true` if the octets equal an ASCII literal; unlike `==` it allocates nothing.
  package func equals(_ literal: StaticString) -> Bool {
    guard count == literal.utf8CodeUnitCount else { return false }
    return unsafe bytes.withUnsafeBufferPointer { octets in
      literal.withUTF8Buffer { wanted in
        for offset in 0..<wanted.count {
          guard unsafe octets[offset] == wanted[offset] else { return false }
        }
        return true
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// `true` if the octets equal an ASCII literal of the same length, apart from the case of
  /// letters.
  @inline(__always)
  func equalsIgnoringCase(_ literal: StaticString) -> Bool {
    literal.withUTF8Buffer { wanted in
      // Most octets have the literal's spelling.
      for offset in 0..<wanted.count where unsafe self[offset] != wanted[offset] {
        guard unsafe self[offset].asciiLowercased == wanted[offset].asciiLowercased else {
          return false
        }
      }
      return true
    }
  }
}
