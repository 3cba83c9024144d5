// SPDX-License-Identifier: Apache-2.0

/// The names that an authority may issue certificates for: nameConstraints (RFC 5280 4.2.1.10).
struct NameConstraints {
  var permitted: [Certificate.AlternativeName]
  var excluded: [Certificate.AlternativeName]

  /// `true` if a name is inside one of the permitted trees of its kind, if there is any, and inside
  /// none of the excluded ones.
  ///
  /// A constraint on another kind of name than dNSName is not processed; then "the application MUST
  /// either process the constraint or reject the certificate".
  func allow(_ name: Certificate.AlternativeName, _ faults: FaultSet) -> Bool {
    guard case .name(let host) = name else {
      return !(permitted + excluded).contains { $0.isOfKind(of: name) }
    }
    if NameConstraints.names(excluded).contains(where: { isInside(host, $0, faults) }),
      !faults.has(.excludedNamesIgnored)
    {
      return false
    }
    let trees = NameConstraints.names(permitted)
    return trees.isEmpty || trees.contains { isInside(host, $0, faults) }
  }

  private static func names(_ trees: [Certificate.AlternativeName]) -> [String] {
    trees.compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  /// "Any DNS name that can be constructed by simply adding zero or more labels to the left-hand
  /// side of the name satisfies the name constraint."
  private func isInside(_ host: String, _ tree: String, _ faults: FaultSet) -> Bool {
    let (host, tree, written) = (host.lowercasedInASCII, tree.lowercasedInASCII, host)
    guard host.hasSuffix(tree), host == written || !faults.has(.constrainedNamesByCase) else {
      return false
    }
    let labels = host.dropLast(tree.utf8.count)
    return labels.isEmpty || labels.hasSuffix(".")
  }
}

extension Certificate.AlternativeName {
  fileprivate func isOfKind(of other: Certificate.AlternativeName) -> Bool {
    switch (self, other) {
    case (.name, .name), (.address, .address), (.other, .other): true
    default: false
    }
  }
}
