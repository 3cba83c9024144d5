internal import HTTPAuth

/// The schemes that the client speaks, from the weakest to the strongest (RFC 7616 5.6).
enum Scheme: Int, Hashable, Comparable, Sendable {
  case basic, bearer, digest

  /// The scheme of that name: ASCII letters of either case are the same (RFC 9110 11.1), and no others.
  init?(_ name: Octets, _ faults: FaultSet) {
    func isNamed(_ wanted: Octets) -> Bool {
      if faults.has(.schemeByCase) { return name == wanted }
      if faults.has(.schemeByPrefix) { return name.prefix(wanted.count).equalsIgnoringCase(wanted) }
      if faults.has(.schemeFoldedByUnicode), let text = name.utf8 {
        let folded = text.lowercased().replacing("\u{17F}", with: "s")
          .replacing("\u{131}", with: "i").replacing("i\u{307}", with: "i")
        return Octets(folded) == wanted.asciiLowercased
      }
      return name.equalsIgnoringCase(wanted)
    }
    if isNamed("Digest") {
      self = .digest
    } else if isNamed("Bearer") {
      self = .bearer
    } else if isNamed("Basic") {
      self = .basic
    } else {
      return nil
    }
  }

  /// The name in lower case, as the session spells it.
  var name: String {
    switch self {
    case .basic: "basic"
    case .bearer: "bearer"
    case .digest: "digest"
    }
  }

  static func < (left: Scheme, right: Scheme) -> Bool { left.rawValue < right.rawValue }
}
