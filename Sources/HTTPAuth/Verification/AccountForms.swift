// SPDX-License-Identifier: Apache-2.0

extension Account {
  /// User name and password in one encoding.
  struct Form {
    var encoding: CredentialsEncoding
    var user: Octets
    var password: Octets
  }

  /// User name and password in encodings other than UTF-8 in NFC, if they differ there.
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
  /// The mistake of using this encoding if the server asked for UTF-8; `nil` for UTF-8 in NFC.
  var mistake: Mistake? {
    switch self {
    case .utf8: nil
    case .utf8NotNormalised: .notNormalised
    case .latin1: .latin1ForUTF8
    }
  }
}
