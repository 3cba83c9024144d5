// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Schemes, parameters and values for inputs.
enum FuzzDictionary {
  // Constants, because a literal of octets is allocated at each use.
  static let basic: Octets = "Basic"
  static let digest: Octets = "Digest"
  static let bearer: Octets = "Bearer"
  static let realm: Octets = "realm"
  static let nonce: Octets = "nonce"
  static let qop: Octets = "qop"
  static let algorithm: Octets = "algorithm"
  static let opaque: Octets = "opaque"
  static let vault: Octets = "vault"
  static let firstNonce: Octets = "n-1"
  static let space: Octets = " "

  static let comma: Octets = ","
  static let commas: [Octets] = [",", " ,", ", ,", ",\t"]
  static let commasBetweenChallenges: [Octets] = [",", " , ", ",,", ", ,", "\t,\t", ",  "]
  static let equalsSigns: [Octets] = [" = ", "= ", " =", "\t=\t"]

  static let knownSchemes: [Octets] = [basic, digest, bearer]
  static let otherSchemes: [Octets] = [
    "Newauth", "Negotiate", "NTLM", "Foo", "Basic2", "Digestive", "Ba", "x", "Hoba",
    "AWS4-HMAC-SHA256", "Ba\u{17F}ic", "Dige\u{17F}t",
    "D\u{130}GEST", "*", "'Basic'", "_",
  ]

  static let parameters: [Octets] = [
    "realm", "nonce", "opaque", "qop", "algorithm", "stale", "domain", "charset", "userhash",
    "title", "scope", "error",
    "a", "realm*", "x-nonce", "username", "cnonce", "nc", "uri", "response", "nextnonce", "rspauth",
    "realms",
  ]

  /// The parameters of the challenges that RFC 7616 and RFC 7617 define.
  static let digestParameters: [Octets] = [
    "realm", "nonce", "opaque", "qop", "algorithm", "stale", "domain", "charset", "userhash",
    "nextnonce", "rspauth", "cnonce", "nc",
  ]

  /// Values that are tokens (RFC 9110 5.6.2).
  static let tokens: [Octets] = [
    "a", "1", "true", "false", "TRUE", "auth", "MD5", "UTF-8", "'a'", "n-1", "*", "none", "vault",
  ]

  /// Values of quoted-strings, without quotes and escapes.
  static let texts: [Octets] = [
    "", "a", "vault", "a, Basic b", "a, Digest b", ", Basic realm=", "a=b", "a,b", "Basic",
    "Basic realm=x",
    "Digest realm=x, nonce=y", "\"", "\\", "a\"b", "a\\b", "\\\\", "\"a\"", " a ", "a  b", "\t",
    "=", "==", "a==",
    "foo%20bar", "%22", "%0d%0aX-Told: 1", "%00", "%", "Vault", "\u{E4}", "\u{20AC}", "'", "'a'",
    ";",
    "a;b", "=?UTF-8?Q?=E4?=", "{}",
    "%s%n", "../..", "http://127.0.0.1/", "auth, auth-int", "true",
  ]

  static let octetTexts: [Octets] = [
    Octets([0xE4]), Octets([0xFF]), Octets([0x80, 0x20]), Octets([0x66, 0xF6, 0x6F]),
  ]

  static let algorithms: [Octets] = [
    "MD5", "MD5-sess", "SHA-256", "SHA-256-sess", "SHA-512-256", "SHA-512-256-sess",
  ]
  static let otherAlgorithms: [Octets] = [
    "SHA-512", "SHA-1", "SHA", "MD5-", "-sess", "MD4", "token", "MD5-SESS", "sha256", "SHA-512/256",
    "", "MD",
    "Foo",
  ]
  static let qops: [Octets] = [
    "auth", "auth-int", "auth,auth-int", "auth, auth-int", "auth-int,auth",
  ]
  static let otherQops: [Octets] = [
    "", "auth-conf", "auth,auth-conf", "foo, auth", "authx", "auth auth-int", ",", "auth,", ",auth",
    "AUTH", "auth\t,\tfoo",
  ]
  static let tokens68: [Octets] = [
    "abc==", "TlRMTVNTUAAB", "a", "a/b+c=", "YQ==", "=", "====", "a=b=", "oYG2",
  ]

  /// Octets that some parsers read repeatedly if there are many of them.
  static let runs: [Octets] = [
    " ", "\t", ",", "\"", "\\", "\\\"", "=", "a", "a=", "a,", ", ", ",a=a", "(", Octets([0xA0]),
    Octets([0xFF]),
  ]

  static let spaces: [Octets] = [" ", "  ", "\t", " \t ", "   "]
  static let folds: [Octets] = ["\r\n ", "\r\n\t", " \r\n  "]
  /// Octets with a meaning in the grammar.
  static let delimiters: [Octets] = [
    "\"", "\\", ",", "=", " ", "\t", ";", "'", ":", "/", "(", "<", "{", "@", "%", "\\\"", "\"\"",
    ", ,", ",,,,", "\u{0}", "\r",
    "\u{1}", "\u{7F}", "\r\n ", "Basic ", ", Basic ", " Basic realm=\"b\"", ", Digest ", "\u{FEFF}",
    "\u{A0}", "==", " = ",
    "realm=", "nonce=\"\"", "realm=\"",
  ]
}
