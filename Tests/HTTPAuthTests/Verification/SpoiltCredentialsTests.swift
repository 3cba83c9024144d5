// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Testing

@Suite("Damaged credentials")
struct SpoiltCredentialsTests {
  @Test(
    "Digest with any octet changed, removed or doubled is valid only if its values are the same",
    arguments: [
      DigestSituation(algorithm: .init(.md5), qop: .auth),
      DigestSituation(algorithm: .init(.sha512Slash256, isSession: true), qop: .authInt),
    ])
  func digest(_ situation: DigestSituation) throws {
    var client = situation.client
    client.user = DigestSituation.bob.user
    client.password = DigestSituation.bob.password
    let right = client.fieldValue
    let context = situation.context(of: client)
    let meaning = meaning(of: try Credentials(parsing: right))
    var valid = 0
    var invalid = 0
    for place in right.indices {
      for spoilt in spoilt(right.array, at: place) {
        let verdict = CredentialsVerifier.verify(spoilt, in: context)
        if let read = try? Credentials(parsing: spoilt) {
          #expect(CredentialsVerifier.isRight(digest: read, in: context) == verdict.isValid)
        }
        switch verdict {
        case .valid:
          valid += 1
          #expect(self.meaning(of: try Credentials(parsing: spoilt)) == meaning, "\(spoilt)")
        case .unfinished: Issue.record("\(spoilt) opens a login")
        case .invalid(let diagnosis):
          invalid += 1
          #expect(!diagnosis.sentence.isEmpty)
        }
      }
    }
    // Only the case of names, and white space, may change.
    #expect(valid > 0)
    #expect(invalid > valid)
  }

  @Test("Random octets are invalid")
  func anything() {
    var generator = FieldGenerator(random: SeededGenerator(seed: 7))
    let context = DigestSituation.all[1].context(of: DigestSituation.all[1].client)
    for _ in 0..<2_000 {
      for scheme in ["", "Digest ", "Basic ", "Bearer "] {
        let value = Octets(Array(scheme.utf8) + generator.value())
        guard case .invalid(let diagnosis) = CredentialsVerifier.verify(value, in: context) else {
          Issue.record("\(value) is valid")
          continue
        }
        #expect(!diagnosis.sentence.isEmpty)
        guard let credentials = try? Credentials(parsing: value) else { continue }
        let found = DigestFormRules.violations(in: credentials)
        #expect(!found.isEmpty)
      }
    }
  }

  /// The values of the Digest parameters by name, in lower case if case does not matter.
  private func meaning(of credentials: Credentials) -> [Octets: Octets] {
    var values: [Octets: Octets] = ["": credentials.scheme.asciiLowercased]
    for parameter in credentials.parameters {
      let name = parameter.name.asciiLowercased
      values[name] = name == "algorithm" ? parameter.value.asciiLowercased : parameter.value
    }
    // No algorithm means MD5 (RFC 7616 3.3).
    return values.filter { $0.key != "algorithm" || $0.value != "md5" }
      .filter { ["", "algorithm"].contains($0.key) || Self.names.contains($0.key) }
  }

  private static let names: Set<Octets> = [
    "username", "realm", "nonce", "uri", "response", "opaque", "qop", "nc", "cnonce",
  ]

  private func spoilt(_ octets: [UInt8], at place: Int) -> [Octets] {
    var values: [Octets] = []
    for mask: UInt8 in [0x01, 0x20, 0x80] {
      var changed = octets
      changed[place] ^= mask
      values.append(Octets(changed))
    }
    var lost = octets
    lost.remove(at: place)
    var doubled = octets
    doubled.insert(octets[place], at: place)
    return values + [Octets(lost), Octets(doubled)]
  }
}

extension CredentialsVerdict {
  fileprivate var isValid: Bool { if case .valid = self { true } else { false } }
}
