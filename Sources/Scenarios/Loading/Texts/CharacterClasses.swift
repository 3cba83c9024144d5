// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension UInt8 {
  /// `true` for letters, digits, `-` and `_`.
  var isNameOctet: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}

extension Int {
  /// The value of decimal digits; `nil` for anything else, as for `+1` or `1_000`.
  init?(digits text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    self.init(text)
  }
}

extension String {
  /// token = 1*tchar (RFC 9110 5.6.2)
  var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenCharacter) }
}
