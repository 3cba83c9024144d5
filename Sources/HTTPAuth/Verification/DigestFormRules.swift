// SPDX-License-Identifier: Apache-2.0

/// The syntax rules of Digest credentials (RFC 7616 3.4).
package enum DigestFormRules {
  /// The rules of RFC 7616 3.4 that Digest credentials break, without `needlessQuotes`. `fields`
  /// are those of the credentials, if the caller has them. The values are verified by
  /// `CredentialsVerifier`.
  package static func violations(
    in credentials: Credentials, _ fields: DigestFields? = nil
  ) -> [FormViolation] {
    let fields = fields ?? DigestFields(credentials)
    var found: [FormViolation] = []
    if credentials.token68 != nil {
      found.add(
        .missing, nil, "The credentials have a token68 in place of parameters.",
        "Digest credentials are a list of parameters (RFC 7616 3.4).")
    }
    presence(fields, &found)
    names(credentials, fields, &found)
    if !fields.isWrittenByTheRules { quoting(credentials, &found) { !isNeedless($0) } }
    values(fields, &found)
    return found
  }

  /// The forbidden quotes around algorithm, qop and nc (RFC 7616 3.4). They are reported
  /// separately, as servers accept them.
  package static func needlessQuotes(
    in credentials: Credentials, _ fields: DigestFields? = nil
  ) -> [FormViolation] {
    if (fields ?? DigestFields(credentials)).isWrittenByTheRules { return [] }
    var found: [FormViolation] = []
    quoting(credentials, &found, where: isNeedless)
    return found
  }

  private static func isNeedless(_ parameter: AuthParameter) -> Bool {
    parameter.form == .quotedString
      && (parameter.name.matches("algorithm") || parameter.name.matches("qop")
        || parameter.name.matches("nc"))
  }

  private static func presence(_ fields: DigestFields, _ found: inout [FormViolation]) {
    func require(_ name: DigestFields.Name, _ text: String, _ why: @autoclosure () -> String) {
      if fields.has(name) { return }
      let kind: FormViolation.Kind = name == .cnonce || name == .nc ? .missingCount : .missing
      found.add(kind, text, "\(text) is missing.", why())
    }
    if !fields.has(.usernameExtended) {
      require(
        .username, "username", "Digest credentials have username or username* (RFC 7616 3.4).")
    }
    require(.realm, "realm", "Digest credentials have realm (RFC 7616 3.4).")
    require(.nonce, "nonce", "Digest credentials have nonce (RFC 7616 3.4).")
    require(.uri, "uri", "Digest credentials have uri (RFC 7616 3.4).")
    require(.response, "response", "Digest credentials have response (RFC 7616 3.4).")
    guard fields.has(.qop) else { return }
    require(.cnonce, "cnonce", "With qop, cnonce is there as well (RFC 7616 3.4).")
    require(.nc, "nc", "With qop, nc is there as well (RFC 7616 3.4).")
  }

  /// No parameter occurs twice (RFC 7616 3.4; RFC 9110 11.2 for challenges).
  private static func names(
    _ credentials: Credentials, _ fields: DigestFields, _ found: inout [FormViolation]
  ) {
    if !fields.areAll, let name = credentials.duplicatedParameter {
      found.add(
        .duplicate, name.asciiLowercased.description, "\(name) occurs twice.",
        "Each parameter occurs at most once (RFC 9110 11.2, RFC 7616 3.4).")
    }
    guard fields.has(.usernameExtended) else { return }
    if fields.has(.username) {
      found.add(
        .twoNames, "username*", "username and username* are both there.",
        "username and username* are never sent together (RFC 7616 3.4).")
    }
    if fields.hasHashedUser {
      found.add(
        .extendedName, "username*", "username* is there although userhash is true.",
        "username* is only sent when the name is not hashed (RFC 7616 3.4).")
    }
  }

  /// username, realm, nonce, uri, response, cnonce and opaque are quoted; algorithm, qop and nc are
  /// not (RFC 7616 3.4).
  private static func quoting(
    _ credentials: Credentials, _ found: inout [FormViolation],
    where isAsked: (AuthParameter) -> Bool
  ) {
    let parameters = credentials.parameters
    for index in parameters.indices {
      guard let form = DigestFields.name(parameters[index].name).flatMap(form),
        form != parameters[index].form, isAsked(parameters[index])
      else { continue }
      let parameter = parameters[index]
      let name = parameter.name.asciiLowercased.description
      switch parameter.form {
      case .token:
        found.add(
          .unquoted, name, "\(name) is not in quotes: \(name)=\(parameter.value).",
          "\(name) is written as a quoted string (RFC 7616 3.4).")
      case .quotedString where name == "username*":
        found.add(
          .extendedName, name, "username* is in quotes.",
          "An extended value is not in quotes (RFC 8187 3.2.1).")
      case .quotedString:
        found.add(
          .quoted, name, "\(name) is in quotes: \(name)=\"\(parameter.value)\".",
          "\(name) is not written as a quoted string (RFC 7616 3.4).")
      }
    }
  }

  /// The required form of a parameter's value; `nil` if both forms are allowed.
  fileprivate static func form(of name: DigestFields.Name) -> AuthParameter.Form? {
    switch name {
    case .nc, .qop, .algorithm, .usernameExtended: .token
    case .uri, .realm, .nonce, .cnonce, .opaque, .username, .response: .quotedString
    case .userhash: nil
    }
  }

  private static func values(_ fields: DigestFields, _ found: inout [FormViolation]) {
    // nc-value = 8LHEX
    if let nc = fields.value(.nc),
      nc.count != 8 || !nc.allSatisfy(\.isLowercaseHexDigit)
    {
      found.add(
        .count, "nc", "nc is \"\(nc)\".",
        "nc is exactly eight lower-case hexadecimal digits (RFC 7616 3.4).")
    }
    // request-digest = <"> *LHEX <">, with the number of digits that the algorithm has
    if let response = fields.value(.response) {
      let algorithm = fields.value(.algorithm).map { DigestAlgorithm($0) } ?? DigestAlgorithm(.md5)
      let digits = algorithm.map { 2 * $0.function.size }
      let isLongEnough = digits.map { $0 == response.count } ?? true
      if !isLongEnough || !response.allSatisfy(\.isLowercaseHexDigit) {
        let length = digits.map { "\($0) " } ?? ""
        found.add(
          .response, "response", "response is \"\(response)\", \(response.count) octets long.",
          "response is \(length)lower-case hexadecimal digits (RFC 7616 3.2).")
      }
    }
    if let extended = fields.value(.usernameExtended), extended.extendedValue == nil {
      found.add(
        .extendedName, "username*", "username* is \(extended).",
        "username* is an extended value in UTF-8 (RFC 7616 3.4, RFC 8187 3.2.1).")
    }
    if let userhash = fields.value(.userhash), !userhash.matches("true"), !userhash.matches("false")
    {
      found.add(
        .userhash, "userhash", "userhash is \"\(userhash)\".",
        "userhash is true or false (RFC 7616 3.4).")
    }
  }
}

extension DigestFields {
  /// `true` if there are only Digest parameters, none twice, and each has its required form.
  fileprivate var isWrittenByTheRules: Bool {
    guard areAll else { return false }
    for name in Name.allCases {
      guard let written = form(name), let wanted = DigestFormRules.form(of: name) else { continue }
      if written != wanted { return false }
    }
    return true
  }
}
