// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Testing

/// The examples of MS-NLMP 4.2: User, Domain, Password, the client's nonce aa… and the time 0.
@Suite("Known answers of NTLM (MS-NLMP 4.2)")
struct NTLMKnownAnswerTests {
  static let password: Octets = "Password"
  static let nonce = octets("0123456789abcdef")
  static let clientNonce = [UInt8](repeating: 0xAA, count: 8)
  static let sessionKey = [UInt8](repeating: 0x55, count: 16)
  static let version: [UInt8] = [0x05, 0x01, 0x28, 0x0A, 0, 0, 0, 0x0F]
  static let information = octets(
    "02000c0044006f006d00610069006e0001000c0053006500720076006500720000000000")

  static func octets(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  static func hex(_ octets: [UInt8]) -> String {
    octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static let hash = NTLMComputation.passwordHash(password)

  // MARK: Primitives

  @Test("MD4, MD5, HMAC, RC4 and DES of their specifications")
  func primitives() {
    // RFC 1320 A.5, RFC 1321 A.5, RFC 2202 2.
    #expect(
      Self.hex(LegacyCryptography.md4(Array("abc".utf8))) == "a448017aaf21d8525fc10ae87aa6729d")
    #expect(Self.hex(LegacyCryptography.md4([])) == "31d6cfe0d16ae931b73c59d7e0c089c0")
    #expect(
      Self.hex(LegacyCryptography.md5(Array("abc".utf8))) == "900150983cd24fb0d6963f7d28e17f72")
    #expect(
      Self.hex(
        LegacyCryptography.hmacMD5(
          key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)))
        == "750c783e6ab0b503eaa86e310a5db738")
    // RFC 6229 has the stream of the key 0102030405.
    #expect(
      Self.hex(LegacyCryptography.rc4(key: [1, 2, 3, 4, 5], [UInt8](repeating: 0, count: 8)))
        == "b2396305f03dc027")
    #expect(LegacyCryptography.rc4(key: [], [1, 2]) == [1, 2])
    #expect(LegacyCryptography.des(key: [], []).count == 8)
  }

  // MARK: 4.2.2 NTLMv1

  @Test("Hashes, responses and keys of NTLMv1")
  func version1() {
    #expect(
      Self.hex(NTLMComputation.lanManagerHash(Self.password)) == "e52cac67419a9a224a3b108f3fa6cb6d")
    #expect(Self.hex(Self.hash) == "a4f49c406510bdcab6824ee7c30fd852")
    let base = NTLMComputation.sessionBaseKeyV1(passwordHash: Self.hash)
    #expect(Self.hex(base) == "d87262b0cde4b1cb7499becccdf10784")
    #expect(
      Self.hex(NTLMComputation.responseV1(hash: Self.hash, nonce: Self.nonce))
        == "67c43011f30298a2ad35ece64f16331c44bdbed927841f94")
    #expect(
      Self.hex(
        NTLMComputation.responseV1(
          hash: NTLMComputation.lanManagerHash(Self.password), nonce: Self.nonce))
        == "98def7b87f88aa5dafe2df779688a172def11c7d5ccdef13")
    #expect(
      Self.hex(LegacyCryptography.rc4(key: base, Self.sessionKey))
        == "518822b1b3f350c8958682ecbb3e3cb7")
  }

  // MARK: 4.2.3 NTLM2 session

  @Test("Response and key of NTLM2 session")
  func session() {
    #expect(
      Self.hex(
        NTLMComputation.sessionResponse(
          hash: Self.hash, nonce: Self.nonce, clientNonce: Self.clientNonce))
        == "7537f803ae367128ca458204bde7caf81e97ed2683267232")
    #expect(
      Self.hex(
        NTLMComputation.keyExchangeKey(
          base: NTLMComputation.sessionBaseKeyV1(passwordHash: Self.hash), nonce: Self.nonce,
          lmResponse: Self.clientNonce + [UInt8](repeating: 0, count: 16)))
        == "eb93429a8bd952f8b89c55b87f475edc")
  }

  // MARK: 4.2.4 NTLMv2

  private static let key = NTLMComputation.keyV2(
    passwordHash: hash, user: "User", domain: "Domain")
  private static let blob = NTLMComputation.blobV2(
    time: 0, clientNonce: clientNonce, information: NTLMTargetInformation(parsing: information))

  @Test("Keys and responses of NTLMv2")
  func version2() {
    #expect(Self.hex(Self.key) == "0c868a403bfd7a93a3001ef22ef02e3f")
    let proof = NTLMComputation.proofV2(key: Self.key, nonce: Self.nonce, blob: Self.blob)
    #expect(Self.hex(proof) == "68cd0ab851e51c96aabc927bebef6a1c")
    #expect(
      Self.hex(
        NTLMComputation.lmResponseV2(
          key: Self.key, nonce: Self.nonce, clientNonce: Self.clientNonce))
        == "86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa")
    let base = NTLMComputation.sessionBaseKeyV2(key: Self.key, proof: proof)
    #expect(Self.hex(base) == "8de40ccadbc14a82f15cb0ad0de95ca3")
    #expect(
      Self.hex(LegacyCryptography.rc4(key: base, Self.sessionKey))
        == "c5dad2544fc9799094ce1ce90bc9d03e")
    #expect(NTLMTargetInformation(parsing: Self.information).octets == Self.information)
  }

  // MARK: Messages

  static let message2: Octets =
    "TlRMTVNTUAACAAAADAAMADgAAAAzgoriASNFZ4mrze8AAAAAAAAAACQAJABEAAAABgBwFwAAAA9TAGUAcgB2AGUAcgACAAwARABvAG0AYQBpAG4AAQAMAFMAZQByAHYAZQByAAAAAAA="
  static let message3OfVersion1: Octets =
    "TlRMTVNTUAADAAAAGAAYAGwAAAAYABgAhAAAAAwADABIAAAACAAIAFQAAAAQABAAXAAAABAAEACcAAAANYKA4gUBKAoAAAAPRABvAG0AYQBpAG4AVQBzAGUAcgBDAE8ATQBQAFUAVABFAFIAmN73uH+Iql2v4t93loihct7xHH1cze8TZ8QwEfMCmKKtNezmTxYzHES9vtknhB+UUYgisbPzUMiVhoLsuz48tw=="
  static let message3OfVersion2: Octets =
    "TlRMTVNTUAADAAAAGAAYAGwAAABUAFQAhAAAAAwADABIAAAACAAIAFQAAAAQABAAXAAAABAAEADYAAAANYKI4gUBKAoAAAAPRABvAG0AYQBpAG4AVQBzAGUAcgBDAE8ATQBQAFUAVABFAFIAhsNQl6yc7BAlVHZKV8zMGaqqqqqqqqqqaM0KuFHlHJaqvJJ76+9qHAEBAAAAAAAAAAAAAAAAAACqqqqqqqqqqgAAAAACAAwARABvAG0AYQBpAG4AAQAMAFMAZQByAHYAZQByAAAAAAAAAAAAxdrSVE/JeZCUzhzpC8nQPg=="

  static func utf16(_ text: Octets) -> [UInt8] { NTLMText.utf16(text) }

  @Test("Message 2, written and read")
  func challengeMessage() throws {
    var message = NTLMChallengeMessage(
      flags: NTLMFlags(rawValue: 0xE28A_8233), nonce: Self.nonce, target: Self.utf16("Server"),
      information: NTLMTargetInformation(parsing: Self.information))
    // Another version than that of message 3.
    message.version = [0x06, 0, 0x70, 0x17, 0, 0, 0, 0x0F]
    #expect(Octets(message.octets).base64 == Self.message2)
    let read = try NTLMChallengeMessage(parsing: try #require(Octets(base64: Self.message2)).array)
    #expect(read == message)
  }

  @Test("Message 3 of NTLMv1 and of NTLMv2, written and read")
  func authenticateMessages() throws {
    let v1 = NTLMAuthenticateMessage(
      flags: NTLMFlags(rawValue: 0xE280_8235),
      lmResponse: Self.octets("98def7b87f88aa5dafe2df779688a172def11c7d5ccdef13"),
      ntResponse: Self.octets("67c43011f30298a2ad35ece64f16331c44bdbed927841f94"),
      domain: Self.utf16("Domain"), user: Self.utf16("User"),
      workstation: Self.utf16("COMPUTER"),
      sessionKey: Self.octets("518822b1b3f350c8958682ecbb3e3cb7"), version: Self.version)
    #expect(Octets(v1.octets).base64 == Self.message3OfVersion1)
    let v2 = NTLMAuthenticateMessage(
      flags: NTLMFlags(rawValue: 0xE288_8235),
      lmResponse: Self.octets("86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa"),
      ntResponse: Self.octets("68cd0ab851e51c96aabc927bebef6a1c") + Self.blob,
      domain: Self.utf16("Domain"), user: Self.utf16("User"),
      workstation: Self.utf16("COMPUTER"),
      sessionKey: Self.octets("c5dad2544fc9799094ce1ce90bc9d03e"), version: Self.version)
    #expect(Octets(v2.octets).base64 == Self.message3OfVersion2)
    for (token, message) in [(Self.message3OfVersion1, v1), (Self.message3OfVersion2, v2)] {
      let octets = try #require(Octets(base64: token)).array
      #expect(try NTLMAuthenticateMessage(parsing: octets) == message)
    }
  }

  @Test("The channel binding is the hash of the whole structure (RFC 2744 3.11, RFC 5929 4)")
  func channelBinding() {
    let hash = HashFunction.sha256.hex(of: "certificate")
    let value = NTLMChannelBinding.serverEndPoint(hash: Self.octets(hash.latin1))
    #expect(Self.hex(value) == "a8398e96473163fef6cae76013e8ab5a")
  }
}
