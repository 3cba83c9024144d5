// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Testing

@Suite("Syntax rules of credentials")
struct FormRulesTests {
  private static let response = String(repeating: "0a", count: 16)
  private static let good =
    "Digest username=\"u\", realm=\"r\", nonce=\"n\", uri=\"/\", response=\"\(response)\", cnonce=\"c\", opaque=\"o\", algorithm=MD5, qop=auth, nc=00000001"

  private func violations(_ value: String) throws -> [FormViolation] {
    let credentials = try Credentials(parsing: Octets(value))
    return switch AuthScheme(credentials.scheme) {
    case .digest: DigestFormRules.violations(in: credentials)
    case .basic: BasicFormRules.violations(in: credentials)
    case .bearer, .dpop: BearerFormRules.violations(in: credentials)
    case .ntlm, .scram, .other: []
    }
  }

  @Test("Valid Digest (RFC 7616 3.4)")
  func goodDigest() throws {
    #expect(try violations(Self.good).isEmpty)
    let sha = Self.good.replacing("algorithm=MD5", with: "algorithm=SHA-256")
      .replacing(Self.response, with: Self.response + Self.response)
    #expect(try violations(sha).isEmpty)
    let extended = Self.good.replacing(
      "username=\"u\"", with: "username*=UTF-8''J%C3%A4s, userhash=false")
    #expect(try violations(extended).isEmpty)
    let plain =
      "Digest username=\"u\", realm=\"r\", nonce=\"n\", uri=\"/\", response=\"\(Self.response)\""
    #expect(try violations(plain).isEmpty)
  }

  private static let spoilt: [(parameter: String?, from: String, to: String)] = [
    ("username", "username=\"u\"", "username=u"),
    ("realm", "realm=\"r\"", "realm=r"),
    ("nonce", " nonce=\"n\"", " nonce=n"),
    ("uri", "uri=\"/\"", "uri=a"),
    ("response", "response=\"\(response)\"", "response=\(response)"),
    ("cnonce", "cnonce=\"c\"", "cnonce=c"),
    ("opaque", "opaque=\"o\"", "opaque=o"),
    ("nc", "nc=00000001", "nc=1"),
    ("nc", "nc=00000001", "nc=0000000A"),
    ("nc", "nc=00000001", "nc=000000001"),
    ("response", response, response.uppercased()),
    ("response", response, response + "00"),
    ("response", response, String(response.dropLast()) + "g"),
    ("response", "algorithm=MD5", "algorithm=SHA-256"),
    ("realm", "realm=\"r\"", "REALM=\"r\", realm=\"r\""),
    ("username*", "username=\"u\"", "username=\"u\", username*=UTF-8''u"),
    ("username*", "username=\"u\"", "username*=UTF-8''u, userhash=true"),
    ("username*", "username=\"u\"", "username*=\"UTF-8''u\""),
    ("username*", "username=\"u\"", "username*=u"),
    ("username*", "username=\"u\"", "username*=UTF-8''%4"),
    ("username*", "username=\"u\"", "username*=UTF-8''%FF"),
    ("username", "username=\"u\", ", ""),
    ("realm", "realm=\"r\", ", ""),
    ("nonce", " nonce=\"n\",", ""),
    ("uri", "uri=\"/\", ", ""),
    ("response", "response=\"\(response)\", ", ""),
    ("cnonce", "cnonce=\"c\", ", ""),
    ("nc", ", nc=00000001", ""),
    ("userhash", "qop=auth", "qop=auth, userhash=maybe"),
  ]

  /// Needless quotes are reported separately, as servers accept them.
  @Test(
    "Quotes around a token of Digest",
    arguments: [("algorithm", "=MD5"), ("qop", "=auth"), ("nc", "=00000001")])
  func needlessQuotes(parameter: String, value: String) throws {
    let quoted = Self.good.replacing(
      parameter + value, with: "\(parameter)=\"\(value.dropFirst())\"")
    #expect(quoted != Self.good)
    #expect(try violations(quoted).isEmpty)
    let credentials = try Credentials(parsing: Octets(quoted))
    #expect(DigestFormRules.needlessQuotes(in: credentials).map(\.parameter) == [parameter])
    #expect(DigestFormRules.needlessQuotes(in: try Credentials(parsing: Octets(Self.good))).isEmpty)
  }

  @Test("Digest with one thing wrong")
  func spoiltDigest() throws {
    for (parameter, from, to) in Self.spoilt {
      let value = Self.good.replacing(from, with: to)
      #expect(value != Self.good)
      let found = try violations(value)
      #expect(found.map(\.parameter) == [parameter], "\(to) instead of \(from): \(found)")
      #expect(found.allSatisfy { $0.sentence.hasSuffix(".") && $0.requirement.contains("(RFC ") })
    }
    #expect(try violations("Digest abc==").contains { $0.parameter == nil })
  }

  @Test("Basic (RFC 7617 2)")
  func basic() throws {
    #expect(try violations("Basic YTpi").isEmpty)
    #expect(try violations("Basic Og==").isEmpty)
    for bad in ["Basic", "Basic a=\"b\"", "Basic YTpiYw", "Basic YTpi_w==", "Basic YWI="] {
      #expect(try violations(bad).count == 1)
    }
    // "blah" HTAB "blah:" and "a:b" US
    #expect(
      try violations("Basic YmxhaAlibGFoOg==").map(\.sentence).first?.contains("control") == true)
    #expect(try violations("Basic YTpiHw==").count == 1)
  }

  @Test("Bearer (RFC 6750 2.1)")
  func bearer() throws {
    #expect(try violations("Bearer mF_9.B5f-4.1JqM").isEmpty)
    #expect(try violations("Bearer").count == 1)
    #expect(try violations("Bearer token=\"x\"").count == 1)
  }
}
