// SPDX-License-Identifier: Apache-2.0

/// A known mistake, as a change of the computation of a response.
struct DigestVariation {
  /// The part that is changed. Two variations of one part are not combined.
  enum Part {
    case function, session, qop, body, uri, user, password, method, realm, nonce, nc, cnonce

    /// `true` if a change of it can change H(A1).
    var isOfA1: Bool {
      switch self {
      case .function, .session, .user, .password, .realm, .nonce, .cnonce: true
      case .qop, .body, .uri, .method, .nc: false
      }
    }

    /// `true` if a change of it can change H(A2).
    var isOfA2: Bool {
      switch self {
      case .function, .qop, .body, .uri, .method: true
      case .session, .user, .password, .realm, .nonce, .nc, .cnonce: false
      }
    }
  }

  var part: Part
  var mistake: Mistake
  /// The end of the sentence "The response was made …".
  var detail: () -> String
  var apply: (inout DigestComputation) -> Void
}

/// The known mistakes that may explain a response for one account.
struct DigestVariations {
  let answer: DigestAnswer
  let fields: DigestFields
  let challenge: DigestChallenge
  let context: CredentialsContext
  let account: Account
  let base: DigestComputation

  /// The variations added so far.
  fileprivate(set) var all: [DigestVariation] = []

  /// Functions that add variations, those of the most frequent mistakes first.
  static let additions: [@Sendable (inout DigestVariations) -> Void] = [
    { $0.functions() }, { $0.sessions() }, { $0.qops() }, { $0.bodies() }, { $0.uris() },
    { $0.users() }, { $0.passwords() }, { $0.methods() }, { $0.realms() }, { $0.nonces() },
    { $0.counts() }, { $0.clientNonces() },
  ]

  private mutating func add(
    _ part: DigestVariation.Part, _ mistake: Mistake, _ detail: @autoclosure @escaping () -> String,
    _ apply: @escaping (inout DigestComputation) -> Void
  ) {
    all.append(.init(part: part, mistake: mistake, detail: detail, apply: apply))
  }

  private mutating func functions() {
    for function in HashFunction.allCases where function != base.function {
      let (mistake, name): (Mistake, String) =
        switch function {
        case .md5: (.md5Always, "MD5")
        case .sha256: (.otherHash, "SHA-256")
        case .sha512Slash256: (.otherHash, "SHA-512/256")
        case .sha512Truncated: (.sha512Truncated, "the first half of SHA-512")
        }
      // A hash of another length cannot give this response.
      guard function.size * 2 == answer.response.count else { continue }
      add(.function, mistake, "with \(name)") { $0.function = function }
    }
  }

  private mutating func sessions() {
    if base.session != nil {
      add(.session, .sessionForgotten, "with A1 as without -sess") { $0.session = nil }
    } else {
      let session = DigestComputation.Session(nonce: answer.nonce, cnonce: answer.cnonce ?? "")
      add(.session, .sessionUnasked, "with A1 as for -sess") { $0.session = session }
    }
  }

  private mutating func qops() {
    let body = context.body
    guard base.protection != nil else {
      guard let nc = answer.nc, let cnonce = answer.cnonce else { return }
      add(.qop, .qopDropped, "with qop auth, which the credentials do not say") {
        $0.protection = .init(qop: "auth", nc: nc, cnonce: cnonce)
      }
      return
    }
    add(.qop, .rfc2069Form, "as without qop, in the form of RFC 2069") {
      $0.protection = nil
      $0.body = nil
    }
    if base.body != nil {
      add(.qop, .authForAuthInt, "as for qop auth, without the body") {
        $0.protection?.qop = "auth"
        $0.body = nil
      }
      add(.qop, .authForAuthInt, "without the body, which auth-int covers") { $0.body = nil }
    } else {
      add(.qop, .authIntForAuth, "as for qop auth-int, with the body") {
        $0.protection?.qop = "auth-int"
        $0.body = body
      }
      add(.qop, .authIntForAuth, "with the body, which auth does not cover") { $0.body = body }
    }
  }

  private mutating func bodies() {
    guard let body = base.body, !body.isEmpty else { return }
    add(.body, .bodyLeftOut, "with the hash of an empty body") { $0.body = "" }
  }

  private mutating func uris() {
    let target = context.target
    var ways: [(Mistake, Octets)] = [(.uriWithoutQuery, target.withoutQuery)]
    if let path = target.pathAndQuery {
      ways.append((.uriAbsolute, target))
      ways.append((.uriPathOnly, path))
      ways.append((.uriWithoutQuery, path.withoutQuery))
    } else if target.first != 0x2F {
      ways.append((.uriPathOnly, "/"))
      ways.append((.uriPathOnly, ""))
    }
    ways.append((.uriPercentDecoded, target.percentDecoded))
    ways.append((.uriPercentEncodedTwice, target.percentSignsEncoded))
    ways.append((.uriOther, target))
    for (mistake, uri) in ways where uri != base.uri {
      add(.uri, mistake, "for the uri \"\(uri)\"") { $0.uri = uri }
    }
  }

  private mutating func users() {
    if fields.has(.username), answer.username != base.user {
      let hashed = answer.username
      add(.user, .hashedUserInA1, "with the hashed user name in A1") { $0.user = hashed }
    } else if challenge.takesHashedUser {
      let hashed = DigestComputation.hashedUser(
        base.user, realm: base.realm, by: base.function)
      add(.user, .hashedUserInA1, "with the hashed user name in A1") { $0.user = hashed }
    }
    for form in account.otherForms where form.user != base.user {
      guard let mistake = form.encoding.mistake else { continue }
      add(.user, mistake, "with the user name in other octets: \(mistake.summary)") {
        $0.user = form.user
      }
    }
    for other in context.accounts where other.user != account.user {
      add(.user, .userOfAnotherAccount, "with the user name of \(other.name)") {
        $0.user = other.user
      }
      if other.password != account.password {
        add(.user, .userOfAnotherAccount, "with user name and password of \(other.name)") {
          $0.user = other.user
          $0.password = other.password
        }
      }
    }
  }

  private mutating func passwords() {
    for form in account.otherForms where form.password != base.password {
      guard let mistake = form.encoding.mistake else { continue }
      add(.password, mistake, "with the password in other octets: \(mistake.summary)") {
        $0.password = form.password
      }
      if form.user != base.user {
        add(.password, mistake, "with name and password in other octets: \(mistake.summary)") {
          $0.user = form.user
          $0.password = form.password
        }
      }
    }
    for other in context.accounts where other.password != account.password {
      add(.password, .passwordOfAnotherAccount, "with the password of \(other.name)") {
        $0.password = other.password
      }
    }
    if !account.password.isEmpty {
      add(.password, .emptyPassword, "with an empty password") { $0.password = "" }
    }
  }

  private mutating func methods() {
    let known: [Octets] = [
      "GET", "HEAD", "POST", "PUT", "CONNECT", "OPTIONS", "DELETE", "PATCH", "",
      base.method.asciiLowercased,
    ]
    for method in known where method != base.method {
      add(.method, .wrongMethod, "for the method \"\(method)\"") { $0.method = method }
    }
  }

  private mutating func realms() {
    var ways: [(Mistake, Octets)] = [(.realmChanged, "")]
    if let added = challenge.realm.quotedPairsAdded { ways.append((.realmNotUnescaped, added)) }
    if let undone = challenge.realm.quotedPairsUndone {
      ways.append((.realmUnescapedTwice, undone))
    }
    ways.append((.realmChanged, challenge.realm))
    ways += otherChallenges.map { (.nonceOfAnotherChallenge, $0.realm) }
    if let latin1 = challenge.realm.reencodedAsLatin1 { ways.append((.realmChanged, latin1)) }
    if challenge.realm.utf8 == nil {
      ways.append((.realmChanged, Octets(challenge.realm.latin1)))
    }
    for (mistake, realm) in ways where realm != base.realm {
      add(.realm, mistake, "with the realm \"\(realm)\"") { $0.realm = realm }
    }
  }

  private mutating func nonces() {
    var ways = otherChallenges.map { (Mistake.nonceOfAnotherChallenge, $0.nonce) }
    if let added = answer.nonce.quotedPairsAdded { ways.append((.nonceNotUnescaped, added)) }
    for (mistake, nonce) in ways where nonce != base.nonce {
      add(.nonce, mistake, "with the nonce \"\(nonce)\"") {
        $0.nonce = nonce
        $0.session?.nonce = nonce
      }
    }
  }

  /// The latest challenges: the client may have mixed their values.
  private var otherChallenges: [DigestChallenge] {
    context.issued.suffix(8).compactMap { DigestChallenge($0) }
  }

  private mutating func counts() {
    guard let nc = base.protection?.nc else { return }
    var ways = [Octets(nc.bytes.drop { $0 == 0x30 }), "", nc.asciiLowercased, nc.asciiUppercased]
    if let value = fields.ncValue {
      ways += [value &+ 1, value &- 1].flatMap {
        [$0.eightHexDigits, Octets(String($0, radix: 16))]
      }
      ways += [value.eightHexDigits, Octets(String(value))]
    } else if let value = UInt32(nc.latin1, radix: 16) {
      ways += [value.eightHexDigits]
    }
    for nc in ways where nc != base.protection?.nc {
      add(.nc, .ncAltered, "with the nonce count \"\(nc)\"") { $0.protection?.nc = nc }
    }
  }

  private mutating func clientNonces() {
    guard let cnonce = base.protection?.cnonce else { return }
    let ways = [
      "", cnonce.quotedPairsAdded, cnonce.quotedPairsUndone, answer.nonce, cnonce.asciiLowercased,
      cnonce.base64, Octets(base64: cnonce),
    ].compactMap(\.self)
    for other in ways where other != cnonce {
      add(.cnonce, .cnonceAltered, "with the cnonce \"\(other)\"") {
        $0.protection?.cnonce = other
        if $0.session?.cnonce == cnonce { $0.session?.cnonce = other }
      }
      guard base.session != nil else { continue }
      add(.cnonce, .cnonceAltered, "with the cnonce \"\(other)\" outside A1") {
        $0.protection?.cnonce = other
      }
      add(.cnonce, .cnonceAltered, "with the cnonce \"\(other)\" in A1") {
        $0.session?.cnonce = other
      }
    }
  }
}

extension UInt32 {
  /// nc-value = 8LHEX (RFC 7616 3.4)
  fileprivate var eightHexDigits: Octets {
    Octets(hex(digits: 8))
  }
}

extension Octets {
  /// Each `%` as `%25`.
  fileprivate var percentSignsEncoded: Octets {
    Octets(bytes.flatMap { $0 == 0x25 ? [0x25, 0x32, 0x35] : [$0] })
  }
}
