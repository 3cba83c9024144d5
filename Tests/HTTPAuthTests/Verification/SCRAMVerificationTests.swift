// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Testing

/// The verdicts on the login of RFC 7677 3, and on messages with mistakes.
@Suite("SCRAM credentials")
struct SCRAMVerificationTests {
  static let clientNonce = "rOprNGfwEbeRWgbNEkqO"
  static let first: Octets = "n,,n=user,r=rOprNGfwEbeRWgbNEkqO"
  static let reply: Octets =
    "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
  static let last: Octets =
    "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="

  static func context(
    _ change: (inout CredentialsContext) -> Void = { _ in }
  ) -> CredentialsContext {
    var context = CredentialsContext(
      method: "GET", target: "/",
      accounts: [
        Account(name: "user", user: "user", password: "pencil"),
        Account(name: "other", user: "other", password: "crayon"),
      ])
    context.scramLogins = [SCRAMLogin(sid: "AAAABBBBCCCCDDDD", first: first, reply: reply)]
    change(&context)
    return context
  }

  static func verdict(
    _ data: Octets, sid: String = "sid=AAAABBBBCCCCDDDD, ",
    in context: CredentialsContext = context()
  ) -> CredentialsVerdict {
    CredentialsVerifier.verify(
      Octets("SCRAM-SHA-256 \(sid)data=\"\(data.base64)\""), in: context)
  }

  static func mistake(_ verdict: CredentialsVerdict) -> Mistake? {
    if case .invalid(let diagnosis) = verdict { diagnosis.mistake } else { nil }
  }

  @Test func acceptsTheExample() {
    guard case .valid(let proof) = Self.verdict(Self.last) else {
      Issue.record("\(Self.verdict(Self.last))")
      return
    }
    #expect(proof.account == "user" && proof.scheme == .scram)
    #expect(
      proof.scram?.serverSignature?.base64 == "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")
  }

  /// RFC 7804 5 writes `data` without quotes.
  @Test func readsDataWithoutQuotes() {
    let value = Octets("SCRAM-SHA-256 sid=AAAABBBBCCCCDDDD,data=\(Self.last.base64)")
    guard case .valid = CredentialsVerifier.verify(value, in: Self.context()) else {
      Issue.record("data without quotes is refused")
      return
    }
    #expect(Credentials(scramWithoutQuotes: "Basic data=a==") == nil)
    #expect(Credentials(scramWithoutQuotes: "SCRAM-SHA-256 data") == nil)
    #expect(Credentials(scramWithoutQuotes: "SCRAM-SHA-256 data=a\"b") == nil)
    let two = Credentials(scramWithoutQuotes: #"SCRAM-SHA-256 realm="a, \" b", data=a=="#)
    #expect(two?.parameters.map(\.name) == ["realm", "data"])
    #expect(two?.parameters.map(\.value) == [#"a, " b"#, "a=="])
  }

  @Test func readsTheFirstMessage() {
    guard
      case .unfinished(let login) = Self.verdict(
        "n,,n=a=2Cb=3Dc,r=xyz", sid: "realm=\"vault\", ")
    else {
      Issue.record("it is none")
      return
    }
    #expect(login.scheme == .scram)
    #expect(login.scram?.user == "a,b=c" && login.scram?.realm == "vault")
    #expect(login.scram?.flag == "n" && login.scram?.nonce == "xyz")
  }

  @Test(
    arguments: [
      ("n,,n=a=b,r=xyz", .userNotEscaped), ("n,,n=a", .scramMalformed),
      ("n,,r=xyz,n", .scramMalformed),
      ("n=a,r=xyz", .scramMalformed), ("y,,n=a,r=xyz", .scramBindingClaimed),
      ("p=tls-unique,,n=a,r=xyz", .scramBindingClaimed),
    ] as [(Octets, Mistake)])
  func explainsTheFirstMessage(_ message: Octets, _ mistake: Mistake) {
    #expect(Self.mistake(Self.verdict(message, sid: "realm=\"vault\", ")) == mistake)
  }

  /// The last message, with a proof made from the given values.
  static func last(
    password: Octets = "pencil", salt: Octets = "W22ZaJ0SNY7soEsUEjb6gQ==",
    decodesSalt: Bool = true,
    iterations: Int = 4096, first: Octets = "n=user,r=rOprNGfwEbeRWgbNEkqO",
    binding: String = "biws",
    nonce: String = "rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
  ) -> Octets {
    let without = "c=\(binding),r=\(nonce)"
    let computation = SCRAMComputation(
      password: password, salt: decodesSalt ? Octets(base64: salt) ?? "" : salt,
      iterations: iterations, message: Octets("\(first),\(reply),\(without)"))
    return Octets("\(without),p=\(computation.clientProof.base64)")
  }

  @Test func explainsTheLastMessage() {
    func mistake(_ message: Octets, sid: String = "sid=AAAABBBBCCCCDDDD, ") -> Mistake? {
      Self.mistake(Self.verdict(message, sid: sid))
    }
    #expect(Self.last() == Self.last)
    #expect(mistake(Self.last, sid: "") == .scramLoginUnknown)
    #expect(mistake(Self.last, sid: "sid=other, ") == .scramLoginUnknown)
    #expect(mistake(Self.last(nonce: Self.clientNonce)) == .scramOwnNonce)
    #expect(mistake(Self.last(nonce: "something")) == .nonceUnknown)
    #expect(mistake(Self.last(binding: "eSws")) == .scramBindingOther)
    #expect(mistake(Self.last(decodesSalt: false)) == .scramSaltNotDecoded)
    #expect(mistake(Self.last(iterations: 1)) == .scramIterationsOther)
    #expect(mistake(Self.last(first: Self.first)) == .scramHeaderSigned)
    #expect(mistake(Self.last(password: "")) == .emptyPassword)
    #expect(mistake(Self.last(password: "crayon")) == .passwordOfAnotherAccount)
    #expect(mistake(Self.last(password: "something")) == .unexplained)
    #expect(mistake("c=biws,r=x") == .scramMalformed)
    #expect(mistake("c=biws,r=x,p=*") == .scramMalformed)
  }

  @Test func explainsAnUnknownUser() {
    let context = Self.context { $0.accounts.removeFirst() }
    #expect(Self.mistake(Self.verdict(Self.last, in: context)) == .unknownUser)
  }

  @Test(arguments: SCRAMOffer.Defect.allCases) func offersCanBeBroken(_ defect: SCRAMOffer.Defect) {
    var offer = SCRAMOffer(nonce: "s-1")
    let sound = offer.challenge(after: Self.first)
    #expect(
      sound?.value(of: "data").flatMap { Octets(base64: $0) }
        == "r=rOprNGfwEbeRWgbNEkqOs-1,s=YXV0aHNwZWMgc2FsdA==,i=4096")
    offer.defect = defect
    #expect(offer.challenge(after: Self.first) != sound)
    #expect(offer.challenge(after: "what") == nil)
  }
}
