// SPDX-License-Identifier: Apache-2.0

import CNettle

/// RFC 7616 3.4.1 reckoned straight from its formulas with Nettle, to look at what a client sent.
struct DigestReckoning {
  enum Algorithm: String {
    case md5 = "MD5"
    case sha256 = "SHA-256"
    case sha512256 = "SHA-512-256"
  }

  var algorithm = Algorithm.md5
  var isSession = false
  var user = "alice"
  var realm = "vault"
  var password = "secret"
  var method = "GET"
  /// The hash of the body takes part: qop=auth-int.
  var body: String?

  /// The response for the parameters that came along.
  ///
  ///     response = KD(H(A1), nonce ":" nc ":" cnonce ":" qop ":" H(A2))
  func response(_ parameters: [String: String]) -> String {
    let nonce = parameters["nonce"] ?? ""
    let cnonce = parameters["cnonce"] ?? ""
    var a1 = "\(user):\(realm):\(password)"
    if isSession { a1 = "\(hash(a1)):\(nonce):\(cnonce)" }
    var a2 = "\(method):\(parameters["uri"] ?? "")"
    if let body { a2 += ":\(hash(body))" }
    return hash(
      "\(hash(a1)):\(nonce):\(parameters["nc"] ?? ""):\(cnonce):\(parameters["qop"] ?? ""):\(hash(a2))"
    )
  }

  /// In lower-case hexadecimal.
  func hash(_ text: String) -> String {
    let octets = Array(text.utf8)
    var digest: [UInt8]
    switch algorithm {
    case .md5:
      var context = md5_ctx()
      digest = [UInt8](repeating: 0, count: 16)
      unsafe nettle_md5_init(&context)
      unsafe nettle_md5_update(&context, octets.count, octets)
      unsafe nettle_md5_digest(&context, digest.count, &digest)
    case .sha256:
      var context = sha256_ctx()
      digest = [UInt8](repeating: 0, count: 32)
      unsafe nettle_sha256_init(&context)
      unsafe nettle_sha256_update(&context, octets.count, octets)
      unsafe nettle_sha256_digest(&context, digest.count, &digest)
    case .sha512256:
      var context = sha512_ctx()
      digest = [UInt8](repeating: 0, count: 32)
      unsafe nettle_sha512_256_init(&context)
      unsafe nettle_sha512_update(&context, octets.count, octets)
      unsafe nettle_sha512_256_digest(&context, digest.count, &digest)
    }
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The parameters of `Digest …`, names in lower case, quotes undone; good for what has no comma.
  static func parameters(_ credentials: String?) -> [String: String] {
    guard let credentials, credentials.hasPrefix("Digest ") else { return [:] }
    var parameters: [String: String] = [:]
    for part in credentials.dropFirst(7).split(separator: ",") {
      let sides = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { continue }
      var value = sides[1]
      if value.first == "\"" { value = value.dropFirst().dropLast() }
      parameters[sides[0].lowercased()] = String(value)
    }
    return parameters
  }
}
