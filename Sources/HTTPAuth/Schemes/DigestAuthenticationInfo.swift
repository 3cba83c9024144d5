// SPDX-License-Identifier: Apache-2.0

extension DigestComputation {
  /// The value of `rspauth` for these credentials (RFC 7616 3.5).
  ///
  ///     A2 = ":" request-uri                          for auth and without qop
  ///     A2 = ":" request-uri ":" H(entity-body)       for auth-int; the body is the response's
  package func rspauth(responseBody: Octets) -> Octets {
    var server = self
    server.method = ""
    if body != nil { server.body = responseBody }
    return server.response
  }
}

extension AuthenticationInfoField {
  /// A server's reply to valid Digest credentials, whose response `computation` gives (RFC 7616
  /// 3.5): rspauth, cnonce and nextnonce are quoted, nc and qop are not.
  package init(
    answering computation: DigestComputation, responseBody: Octets, nextnonce: Octets? = nil
  ) {
    var parameters: [AuthParameter] = []
    if let nextnonce {
      parameters.append(.init(name: "nextnonce", value: nextnonce, form: .quotedString))
    }
    if let protection = computation.protection {
      parameters.append(.init(name: "qop", value: protection.qop, form: .token))
    }
    parameters.append(
      .init(
        name: "rspauth", value: computation.rspauth(responseBody: responseBody),
        form: .quotedString))
    if let protection = computation.protection {
      parameters.append(.init(name: "cnonce", value: protection.cnonce, form: .quotedString))
      parameters.append(.init(name: "nc", value: protection.nc, form: .token))
    }
    self.init(parameters: parameters)
  }
}
