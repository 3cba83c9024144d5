// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The message that a challenge of SCRAM-SHA-256 asks for (RFC 7804 5).
enum SCRAMStep: Hashable, Sendable {
  /// The first message: the challenge names only the realm.
  case begin
  /// The last message: the challenge has the server's first.
  case answer(sid: Octets, message: Octets)
}

/// The client's side of a login by SCRAM-SHA-256 (RFC 5802 3, RFC 7677).
struct SCRAMAnswerer {
  let login: Login
  let realm: Octets
  /// `r` of the first message: printable characters without a comma (RFC 5802 7).
  let nonce: Octets
  let faults: FaultSet
  /// The server's expected last message.
  private(set) var serverSignature: Octets?
  private(set) var sid: Octets?

  init(login: Login, realm: Octets, nonce: Octets, faults: FaultSet) {
    self.login = login
    self.realm = realm
    self.nonce = nonce
    self.faults = faults
  }

  /// The content of the server's first message.
  private struct ServerFirst {
    var nonce: Octets
    var salt: Octets
    var iterations: Int
  }

  /// The most iterations: a server must not make the client hash without limit.
  private static let mostIterations = 600_000

  // MARK: The first message

  /// gs2-header: no channel binding, and no other user to act for (RFC 5802 7).
  private let header = "n,,"

  /// client-first-message-bare = username "," nonce
  ///
  /// "The characters ',' or '=' in usernames are sent as '=2C' and '=3D' respectively." (RFC 5802
  /// 5.1)
  private var bare: Octets {
    var user: [UInt8] = []
    for octet in login.user.bytes {
      switch octet {
      case UInt8(ascii: ","): user += "=2C".utf8
      case UInt8(ascii: "="): user += "=3D".utf8
      default: user.append(octet)
      }
    }
    return Octets(Array("n=".utf8) + user + Array(",r=".utf8) + nonce.array)
  }

  /// The credentials that open the login.
  var first: Octets {
    let data = Octets(Array(header.utf8) + bare.array).base64.latin1
    let realm = [UInt8(ascii: "\"")] + DigestAnswerer.escaped(self.realm) + [UInt8(ascii: "\"")]
    let scheme = Scheme.scram.written(faults)
    if faults.has(.scramRealmLeftOut) { return Octets(scheme + Array("data=\"\(data)\"".utf8)) }
    return Octets(scheme + Array("realm=".utf8) + realm + Array(", data=\"\(data)\"".utf8))
  }

  // MARK: The last message

  /// Reads the server's first message; `nil` if the client must not answer it.
  ///
  ///     server-first-message = nonce "," salt "," iteration-count ["," extensions]
  private func read(_ message: Octets) -> ServerFirst? {
    let parts = message.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { Octets($0) }
    func value(_ name: String) -> Octets? {
      parts.first { $0.bytes.starts(with: name.utf8) }.map { Octets($0.bytes.dropFirst(2)) }
    }
    // "m" demands an extension, and this client knows none (RFC 5802 5.1).
    guard value("m=") == nil else { return nil }
    guard let nonce = value("r="), isContinued(nonce), let written = value("s="),
      let salt = Octets(base64: written), !salt.isEmpty,
      let iterations = value("i=")?.utf8.flatMap({ Int($0) }),
      (1...SCRAMAnswerer.mostIterations).contains(iterations)
        || (iterations == 0 && faults.has(.scramZeroIterationsAnswered))
    else { return nil }
    return ServerFirst(nonce: nonce, salt: salt, iterations: max(1, iterations))
  }

  /// "The client MUST verify that the initial part of the nonce used in subsequent messages is the
  /// same as the nonce it initially specified." (RFC 5802 5.1)
  private func isContinued(_ nonce: Octets) -> Bool {
    if nonce.bytes.starts(with: self.nonce.bytes) { return true }
    return nonce.count >= self.nonce.count && faults.has(.scramNonceComparedByLength)
  }

  /// `true` if the client may answer the server's first message.
  func canAnswer(_ message: Octets) -> Bool { read(message) != nil }

  /// The credentials that finish the login (RFC 7804 5).
  ///
  ///     client-final-message = channel-binding "," nonce "," proof
  mutating func last(sid: Octets, _ message: Octets) -> Octets? {
    guard let server = read(message) else { return nil }
    let binding = faults.has(.scramBindingLeftOut) ? "" : Octets(header).base64.latin1
    let withoutProof = "c=\(binding),r=\(server.nonce.latin1)"
    let signed = Octets(
      bare.array + Array(",".utf8) + message.array + Array(",\(withoutProof)".utf8))
    let salted = SHA256.stretched(
      password: login.password.array, salt: server.salt.array, iterations: server.iterations)
    let clientKey = SHA256.hmac(key: salted, Array("Client Key".utf8))
    let signature = SHA256.hmac(key: SHA256.hash(clientKey), signed.array)
    let proof = Octets(zip(clientKey, signature).map { $0 ^ $1 }).base64.latin1
    let serverKey = SHA256.hmac(key: salted, Array("Server Key".utf8))
    serverSignature = Octets(SHA256.hmac(key: serverKey, signed.array))
    self.sid = sid
    let data = Octets("\(withoutProof),p=\(proof)").base64.latin1
    let scheme = Scheme.scram.written(faults)
    return Octets(scheme + Array("sid=\(sid.latin1), data=\"\(data)\"".utf8))
  }

  // MARK: The server's last message

  /// `true` if the server has proved that it knows the password, or sends no proof.
  ///
  /// "The client then authenticates the server by computing the ServerSignature and comparing it to
  /// the value sent by the server. If the two are different, the client MUST consider the
  /// authentication exchange to be unsuccessful" (RFC 5802 5).
  func believes(_ info: AuthenticationInfo, isProxy: Bool) -> Bool {
    guard let serverSignature, let data = info.value("data") else { return true }
    guard let message = Octets(base64: data), info.value("sid") == sid else {
      return false
    }
    if message.bytes.starts(with: "e=".utf8), faults.has(.scramErrorIgnored) { return true }
    let wanted = Octets("v=" + serverSignature.base64.latin1)
    if message == wanted { return true }
    return isProxy
      ? faults.has(.scramSignatureOfProxyNotChecked) : faults.has(.scramSignatureNotChecked)
  }
}
