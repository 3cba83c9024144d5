// SPDX-License-Identifier: Apache-2.0

extension Account {
  /// Name and password as octets in one encoding.
  struct Form {
    var encoding: CredentialsEncoding
    var user: Octets
    var password: Octets
  }

  /// Name and password in other encodings.
  var otherForms: [Form] {
    var forms: [Form] = []
    func add(_ encoding: CredentialsEncoding, _ change: (Octets) -> Octets?) {
      let changedUser = change(user)
      let changedPassword = change(password)
      if changedUser == nil, changedPassword == nil { return }
      forms.append(
        Form(
          encoding: encoding, user: changedUser ?? user, password: changedPassword ?? password))
    }
    add(.latin1) { $0.reencodedAsLatin1 }
    add(.utf8NotNormalised) { $0.decomposed }
    return forms
  }
}

extension CredentialsEncoding {
  /// The mistake of using it if UTF-8 in NFC was asked for; `nil` for that itself.
  var mistake: Mistake? {
    switch self {
    case .utf8: nil
    case .utf8NotNormalised: .notNormalised
    case .latin1: .latin1ForUTF8
    }
  }
}
