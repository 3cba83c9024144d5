// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Leak {
  /// Decodes leaks.yaml.
  package static func load(text: [UInt8], file: String) -> CatalogueResult<Leak> {
    Decoder.load(
      text, file, of: "leaks", one: "the leak", as: Forms.leak, id: \.id, blank: Leak.init)
  }
}

extension Forms {
  static let leak: YAMLForm<Leak> = .init(
    "a leak", hint: "as in - { id: CVE-2018-18074, client: requests, text: … }",
    .must("id", \.id, .leakID, "as in CVE-2018-18074"),
    .must("client", \.client, .words("whose leak it is"), "whose leak it is"),
    .option("versions", \.versions, .words("versions")),
    .must("text", \.text, .words("the sentence"), "the sentence"),
    .option("unshown", \.unshown, .words("a reason")))
}

extension YAMLKind<String> {
  static let leakID = YAMLKind(.text) { $0.leakID($1) }
}

extension Decoder {
  /// The published id of a leak.
  fileprivate func leakID(_ node: YAMLNode) -> String? {
    guard let text = words(node, "a leak's id") else { return nil }
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    let isCVE =
      groups.count == 3 && groups[0] == "CVE"
      && groups.dropFirst().allSatisfy { $0.count >= 4 && Int(digits: $0) != nil }
    let isGHSA =
      groups.count == 4 && groups[0] == "GHSA"
      && groups.dropFirst().allSatisfy { group in
        group.count == 4
          && group.utf8.allSatisfy { $0.isNameOctet && $0 == $0.asciiLowercased }
      }
    guard isCVE || isGHSA else {
      report(
        node, "\(shown(node)) is not a leak's id",
        hint: "as in CVE-2018-18074 or GHSA-rqf5-2wxv-rjf4")
      return nil
    }
    return text
  }
}
