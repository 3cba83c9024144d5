// SPDX-License-Identifier: Apache-2.0

/// A token that a client sends with the scheme Negotiate, decoded from base64 (RFC 4559 4.2).
package enum NegotiateToken: Hashable, Sendable {
  /// The first token of SPNEGO.
  case offer(NegotiationOffer)
  /// A later token of SPNEGO.
  case response(NegotiationResponse)
  /// The first token of a mechanism without SPNEGO around it, as some clients send it for Kerberos:
  /// its octets after the identifier.
  case bare(SecurityMechanism, body: Octets)
  /// A message of NTLM without SPNEGO around it, with its number.
  case ntlm(message: UInt8)
  /// None of these.
  case malformed(DERError)

  /// Parses a token.
  ///
  /// RFC 2743 3.1 frames a first token as `[APPLICATION 0] IMPLICIT SEQUENCE { thisMech MechType,
  /// innerToken ANY DEFINED BY thisMech }`. RFC 4178 4.2: only NegTokenInit has this frame.
  ///
  ///     NegotiationToken ::= CHOICE {
  ///         negTokenInit    [0] NegTokenInit,
  ///         negTokenResp    [1] NegTokenResp }
  package init(_ token: Octets) {
    if let message = token.ntlmMessage {
      self = .ntlm(message: message)
      return
    }
    do throws(DERError) {
      var reader = DERReader(token.bytes)
      if var response = try reader.optionalContent(DERReader.Tag.context(1)) {
        try reader.end()
        let value = try NegotiationResponse(&response)
        try response.end()
        self = .response(value)
        return
      }
      var frame = try reader.content(DERReader.Tag.application(0))
      try reader.end()
      let mechanism = SecurityMechanism(try frame.objectIdentifier())
      guard mechanism == .spnego else {
        self = .bare(mechanism, body: frame.rest)
        return
      }
      var offer = try frame.content(DERReader.Tag.context(0))
      try frame.end()
      let value = try NegotiationOffer(&offer)
      try offer.end()
      self = .offer(value)
    } catch {
      self = .malformed(error)
    }
  }

  /// The decoded token in the value of a credentials field; `nil` if the scheme is another, or the
  /// data is not base64.
  ///
  ///     credentials     = "Negotiate" auth-data2 (RFC 4559 4.2)
  package static func octets(in fieldValue: Octets) -> Octets? {
    guard let credentials = try? Credentials(parsing: fieldValue),
      AuthScheme(credentials.scheme) == .negotiate
    else { return nil }
    return credentials.token68.flatMap { Octets(base64: $0) }
  }

  /// The mechanisms that the token names, the preferred one first.
  package var mechanisms: [SecurityMechanism] {
    switch self {
    case .offer(let offer): offer.mechanisms.map(SecurityMechanism.init)
    case .response(let response): response.mechanism.map { [SecurityMechanism($0)] } ?? []
    case .bare(let mechanism, _): [mechanism]
    case .ntlm: [.ntlm]
    case .malformed: []
    }
  }

  /// The Kerberos request in a first token; `nil` if there is none.
  ///
  /// RFC 4178 4.2.1: mechToken "contains the optimistic mechanism token", which is of the first
  /// mechanism.
  package var kerberosRequest: KerberosRequest? {
    var token = self
    if case .offer(let offer) = self, let first = offer.mechanismToken {
      token = NegotiateToken(first)
    }
    guard case .bare(.kerberos, let body) = token else { return nil }
    return try? KerberosRequest(tokenBody: body)
  }

  /// `true` if the token holds a message of NTLM, with or without SPNEGO around it.
  package var containsNTLM: Bool {
    switch self {
    case .ntlm: true
    case .offer(let offer): offer.mechanismToken?.ntlmMessage != nil
    case .response(let response): response.mechanismToken?.ntlmMessage != nil
    case .bare(let mechanism, _): mechanism == .ntlm
    case .malformed: false
    }
  }
}

extension Octets {
  /// The number of a message of NTLM; `nil` if these octets are none. MS-NLMP 2.2.1: a message
  /// begins with `NTLMSSP`, NUL, and its number as four octets, the lowest first.
  fileprivate var ntlmMessage: UInt8? {
    let signature: [UInt8] = [0x4E, 0x54, 0x4C, 0x4D, 0x53, 0x53, 0x50, 0x00]
    guard count >= 12, starts(with: signature) else { return nil }
    let number = bytes.dropFirst(8).prefix(4)
    return number.dropFirst().allSatisfy { $0 == 0 } ? number.first : nil
  }
}
