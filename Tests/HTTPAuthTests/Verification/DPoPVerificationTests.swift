// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Testing

/// The verdicts on the example proofs of RFC 9449, in the right situation and in others.
@Suite("DPoP credentials")
struct DPoPVerificationTests {
  static let token: Octets = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"
  static let header =
    "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNo"
    + "UklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERW"
    + "clUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19"
  /// RFC 9449 7.1: a proof for a resource.
  static let resource =
    header
    + ".eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFt"
    + "cGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05y"
    + "V0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9"
    + ".2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA"
  /// RFC 9449 4.1: a proof for a token server, without the hash of a token.
  static let tokenRequest =
    header
    + ".eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1w"
    + "bGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ"
    + ".2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"
  /// A proof by another key, with the nonce `n-1`.
  static let withNonce =
    "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwiY3J2IjoiUC0yNTYiLCJ4"
    + "IjoianMtZms0VmdISXdXRGZNdHFYMlpzZzgzSVU0MXM5X2kxVkk5OFoyb0dlbyIsInkiOiJVZnhIN005aEt3QmFr"
    + "LVNVWFEyQVdCSFdKTjMwaEZxb0ttZlFPV1BKWU44In19"
    + ".eyJqdGkiOiJ3aXRoLWEtbm9uY2UiLCJodG0iOiJHRVQiLCJodHUiOiJodHRwczovL3Jlc291cmNlLmV4YW1wbGU"
    + "ub3JnL3Byb3RlY3RlZHJlc291cmNlIiwiaWF0IjoxNTYyMjYyNjE4LCJhdGgiOiJmVUh5TzJyMlozRFo1M0VzTnJ"
    + "XQmIweFdYb2FOeTU5SWlLQ0Fxa3NtUUVvIiwibm9uY2UiOiJuLTEifQ"
    + ".eVcPzrMwXsjpzpALUXltYvDRRvF1qQiYFIYdpJp1e43mBloQdUCpr-PfweLKrxOs3TDS-Uog1ABNyvk_S-txwQ"
  static let thumbprint: Octets = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"

  /// The state of a server when it receives the proof for a resource.
  static func context(
    _ change: (inout CredentialsContext) -> Void = { _ in }
  ) -> CredentialsContext {
    var account = Account(name: "robot", user: "", password: "", token: token)
    account.isBound = true
    var context = CredentialsContext(
      method: "GET", target: "/protectedresource?page=1", accounts: [account])
    context.dpop.proofs = [Octets(resource)]
    context.dpop.url = "https://resource.example.org/protectedresource"
    context.dpop.time = 1_562_262_700
    change(&context)
    return context
  }

  static func verdict(_ context: CredentialsContext, token: Octets = token) -> CredentialsVerdict {
    CredentialsVerifier.verify(Octets("DPoP \(token)"), in: context)
  }

  @Test func acceptsTheExample() throws {
    guard case .valid(let proof) = Self.verdict(Self.context()) else {
      Issue.record("\(Self.verdict(Self.context()))")
      return
    }
    #expect(proof.account == "robot" && proof.scheme == .dpop)
    #expect(proof.dpop?.key?.thumbprint == Self.thumbprint)
    #expect(proof.dpop?.tokenHash == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
    #expect(proof.dpop?.identifier == "e1j3V_bKic8-LAEB")
  }

  /// The scheme and the host of a URL have no case, and the port of the scheme may be left out.
  @Test(
    arguments: [
      "https://resource.example.org:443/protectedresource",
      "HTTPS://RESOURCE.example.org/protectedresource",
      "https://resource.example.org/%70rotectedresource",
    ] as [Octets])
  func comparesURLsAsURLs(_ url: Octets) {
    guard case .valid = Self.verdict(Self.context { $0.dpop.url = url }) else {
      Issue.record("\(url) is taken for another URL")
      return
    }
  }

  /// A client may still use an older nonce of the server.
  @Test(arguments: [["n-1"], ["n-1", "n-2"]] as [[Octets]])
  func acceptsANonceOfTheServer(_ nonces: [Octets]) {
    let context = Self.context {
      $0.dpop.proofs = [Octets(Self.withNonce)]
      $0.dpop.nonces = nonces
    }
    guard case .valid(let proof) = Self.verdict(context) else {
      Issue.record("\(Self.verdict(context))")
      return
    }
    #expect(proof.dpop?.nonce == "n-1")
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var mistake: Mistake
    var change: @Sendable (inout CredentialsContext) -> Void
    var testDescription: String { mistake.rawValue }
  }

  static func header(_ text: String) -> Octets {
    let parts = resource.split(separator: ".")
    return Octets("\(Octets(text).base64URL).\(parts[1]).\(parts[2])")
  }

  static let key =
    #"{"kty":"EC","crv":"P-256","x":"l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs","y":"9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA""#

  static let cases: [Case] = [
    Case(mistake: .proofMissing) { $0.dpop.proofs = [] },
    Case(mistake: .proofRepeated) { $0.dpop.proofs += $0.dpop.proofs },
    Case(mistake: .proofMalformed) { $0.dpop.proofs = ["a.b"] },
    Case(mistake: .proofMalformed) { $0.dpop.proofs = ["e30.e30"] },
    Case(mistake: .proofTypeOther) {
      $0.dpop.proofs = [header(#"{"typ":"JWT","alg":"ES256","jwk":\#(key)}}"#)]
    },
    Case(mistake: .proofTypeOther) { $0.dpop.proofs = ["e30.e30.AA"] },
    Case(mistake: .proofAlgorithmOther) {
      $0.dpop.proofs = [header(#"{"typ":"dpop+jwt","alg":"none","jwk":\#(key)}}"#)]
    },
    Case(mistake: .proofKeyPrivate) {
      $0.dpop.proofs = [header(#"{"typ":"dpop+jwt","alg":"ES256","jwk":\#(key),"d":"AA"}}"#)]
    },
    Case(mistake: .proofSignatureWrong) {
      $0.dpop.proofs = [header(#"{"typ":"dpop+jwt","alg":"ES256","jwk":\#(key)}}"#)]
    },
    Case(mistake: .proofSignatureWrong) {
      $0.dpop.proofs = [header(#"{"typ":"dpop+jwt","alg":"ES256","jwk":{}}"#)]
    },
    Case(mistake: .proofMethodOther) { $0.method = "POST" },
    Case(mistake: .proofTargetOther) {
      $0.dpop.url = "http://resource.example.org/protectedresource"
    },
    Case(mistake: .proofTargetOther) { $0.dpop.url = "https://resource.example.org/" },
    Case(mistake: .proofTimeOther) { $0.dpop.time = 1_562_263_700 },
    Case(mistake: .proofTimeOther) { $0.dpop.time = 1_562_261_000 },
    Case(mistake: .proofReplayed) { $0.dpop.received = ["e1j3V_bKic8-LAEB"] },
    Case(mistake: .proofNonceMissing) { $0.dpop.nonces = ["n-1"] },
    Case(mistake: .proofNonceOther) {
      $0.dpop.proofs = [Octets(withNonce)]
      $0.dpop.nonces = ["n-2", "n-3"]
    },
    Case(mistake: .proofKeyOther) { $0.dpop.keys = [token: "another"] },
    Case(mistake: .proofHashMissing) {
      $0.method = "POST"
      $0.dpop.url = "https://server.example.com/token"
      $0.dpop.proofs = [Octets(tokenRequest)]
    },
  ]

  @Test(arguments: cases) func explains(_ known: Case) {
    guard case .invalid(let diagnosis) = Self.verdict(Self.context(known.change)) else {
      Issue.record("the verifier accepts \(known.mistake)")
      return
    }
    #expect(diagnosis.mistake == known.mistake, "\(diagnosis.sentence)")
    #expect(diagnosis.account == "robot")
  }

  @Test func explainsTheHashOfAnotherToken() {
    let context = Self.context { $0.accounts[0].token = "another" }
    guard case .invalid(let diagnosis) = Self.verdict(context, token: "another") else {
      Issue.record("the verifier accepts it")
      return
    }
    #expect(diagnosis.mistake == .proofHashOther)
  }

  @Test func refusesABoundTokenAsABearerToken() {
    guard
      case .invalid(let diagnosis) = CredentialsVerifier.verify(
        Octets("Bearer \(Self.token)"), in: Self.context())
    else {
      Issue.record("the verifier accepts it")
      return
    }
    #expect(diagnosis.mistake == .boundTokenAsBearer)
  }
}
