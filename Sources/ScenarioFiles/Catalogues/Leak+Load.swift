// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Leak {
  /// Decodes leaks.yaml: a list of mappings with `id`, `client`, `text` and optionally `versions`
  /// and `unshown`.
  package static func load(text: [UInt8], file: String) -> CatalogueResult<Leak> {
    Decoder.load(
      text, file, of: "leaks",
      example: "- { id: CVE-2018-18074, client: requests, text: … }"
    ) { $0.entries($1, "the leak", id: \.id, line: \.location, read: $0.leak) }
  }
}

extension Decoder {
  fileprivate func leak(_ node: YAMLNode) -> Leak? {
    guard let fields = fields(node, as: LeakKey.self) else { return nil }
    let id = required(.id, fields, "as in CVE-2018-18074", leakID)
    let client = required(.client, fields, "whose leak it is")
    let text = required(.text, fields, "the sentence")
    let versions = fields[.versions].flatMap { words($0, "versions") }
    let unshown = fields[.unshown].flatMap { words($0, "a reason") }
    guard let id, let client, let text else { return nil }
    var leak = Leak(location: node.span.start)
    leak.id = id
    leak.client = client
    leak.versions = versions
    leak.text = text
    leak.unshown = unshown
    return leak
  }

  /// The published id of a leak.
  func leakID(_ node: YAMLNode) -> String? {
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
