// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension Int {
  /// The value of decimal digits; `nil` for anything else, as for `+1` or `1_000`.
  package init?(digits text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    self.init(text)
  }
}
