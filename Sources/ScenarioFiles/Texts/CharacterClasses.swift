// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension UInt8 {
  /// `true` for letters, digits, `-` and `_`.
  var isNameOctet: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}

extension String {
  /// token = 1*tchar (RFC 9110 5.6.2)
  var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenCharacter) }
}
