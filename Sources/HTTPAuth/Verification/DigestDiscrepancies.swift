// SPDX-License-Identifier: Apache-2.0

/// A difference between Digest credentials and their challenge or request.
struct Discrepancy: Hashable {
  var mistake: Mistake
  var sentence: String

  init(_ mistake: Mistake, _ sentence: String) {
    self.mistake = mistake
    self.sentence = sentence
  }
}

extension DigestVerification {
  /// The differences between an answer and its challenge and request, the gravest first (RFC 7616
  /// 3.4).
  func discrepancies(
    _ answer: DigestAnswer, _ index: Int, _ challenge: DigestChallenge
  ) -> [Discrepancy] {
    var found: [Discrepancy] = []
    realm(answer, index, challenge, &found)
    opaque(answer, index, challenge, &found)
    algorithm(answer, challenge, &found)
    qop(answer, challenge, &found)
    uri(answer, &found)
    if answer.hasHashedUser, !challenge.takesHashedUser {
      found.add(.userhashNotOffered, "userhash is true, but the challenge does not offer userhash.")
    }
    if answer.hasUppercaseResponse {
      found.add(.uppercaseResponse, "response is written with upper-case digits.")
    }
    return found
  }

  private func realm(
    _ answer: DigestAnswer, _ index: Int, _ challenge: DigestChallenge,
    _ found: inout [Discrepancy]
  ) {
    let realm = challenge.realm
    guard answer.realm != realm else { return }
    let mistake: Mistake =
      if answer.realm == realm.quotedPairsAdded {
        .realmNotUnescaped
      } else if answer.realm == realm.quotedPairsUndone {
        .realmUnescapedTwice
      } else if isOfAnother(index, { $0.realm == answer.realm }) {
        .nonceOfAnotherChallenge
      } else {
        .realmChanged
      }
    found.add(mistake, "realm is \"\(answer.realm)\", but the challenge's is \"\(realm)\".")
  }

  private func isOfAnother(_ index: Int, _ fits: (DigestChallenge) -> Bool) -> Bool {
    context.issued.indices.contains { other in
      other != index && DigestChallenge(context.issued[other]).map(fits) == true
    }
  }

  /// opaque must be returned unchanged (RFC 7616 3.3, 3.4).
  private func opaque(
    _ answer: DigestAnswer, _ index: Int, _ challenge: DigestChallenge,
    _ found: inout [Discrepancy]
  ) {
    guard answer.opaque != challenge.opaque else { return }
    guard let wanted = challenge.opaque else {
      found.add(.opaqueInvented, "opaque is there, although the challenge has none.")
      return
    }
    guard let sent = answer.opaque else {
      found.add(.opaqueDropped, "opaque=\"\(wanted)\" was not returned.")
      return
    }
    if answer.realm == challenge.realm, isOfAnother(index, { $0.opaque == sent }) {
      found.add(
        .nonceOfAnotherChallenge,
        "opaque is \"\(sent)\", which belongs to another challenge than the nonce \"\(answer.nonce)\"."
      )
      return
    }
    found.add(.opaqueChanged, "opaque is \"\(sent)\", but the challenge's is \"\(wanted)\".")
  }

  /// A challenge without algorithm means MD5 (RFC 7616 3.3).
  private func algorithm(
    _ answer: DigestAnswer, _ challenge: DigestChallenge, _ found: inout [Discrepancy]
  ) {
    let asked = challenge.algorithmName ?? "MD5"
    guard let wanted = challenge.algorithm else {
      found.add(
        .algorithmUnsupported, "The challenge's algorithm \(asked) is not one of RFC 7616.")
      return
    }
    guard let name = answer.algorithmName else {
      if wanted != DigestAlgorithm(.md5) {
        found.add(.algorithmDropped, "algorithm=\(asked) was not returned.")
      }
      return
    }
    if answer.algorithm != wanted {
      found.add(.algorithmChanged, "algorithm is \(name), but the challenge's is \(asked).")
    }
  }

  /// qop must be one that the challenge offers (RFC 7616 3.4).
  private func qop(
    _ answer: DigestAnswer, _ challenge: DigestChallenge, _ found: inout [Discrepancy]
  ) {
    let offered = challenge.qop
    guard let sent = answer.protection?.qop else {
      if !offered.isEmpty {
        let list = Octets(separating: offered, by: ", ")
        let missing =
          answer.cnonce == nil && answer.nc == nil ? "qop, cnonce and nc are" : "qop is"
        found.add(.qopDropped, "\(missing) missing, although the challenge offers \(list).")
      }
      return
    }
    if offered.isEmpty {
      found.add(.qopUnasked, "qop is \(sent), although the challenge has no qop.")
    } else if !offered.contains(where: { $0.equalsIgnoringCase(sent) }) {
      let list = Octets(separating: offered, by: ", ")
      found.add(.qopNotOffered, "qop is \(sent), but the challenge offers \(list).")
    }
  }

  private func uri(_ answer: DigestAnswer, _ found: inout [Discrepancy]) {
    if let mistake = TargetAgreement.mistake(uri: answer.uri, target: context.target) {
      found.add(
        mistake,
        "uri is \"\(answer.uri)\", but the request's target is \"\(context.target)\". \(mistake.summary)"
      )
    }
  }
}

extension [Discrepancy] {
  fileprivate mutating func add(_ mistake: Mistake, _ sentence: String) {
    append(Discrepancy(mistake, sentence))
  }
}
