// SPDX-License-Identifier: Apache-2.0

/// Where a section of an RFC can be read.
package struct SpecificationLink {
  /// `https://www.rfc-editor.org/rfc/rfc9110#section-15.4`
  package let address: String

  /// The link of `RFC 9110 15.4`; `nil` for a source of another form.
  package init?(_ source: String) {
    let words = source.split(separator: " ")
    guard words.count == 3, words[0] == "RFC", words[1].allSatisfy(\.isNumber),
      words[2].allSatisfy({ $0.isNumber || $0 == "." })
    else { return nil }
    address = "https://www.rfc-editor.org/rfc/rfc\(words[1])#section-\(words[2])"
  }
}
