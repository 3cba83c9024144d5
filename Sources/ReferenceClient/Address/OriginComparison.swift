// SPDX-License-Identifier: Apache-2.0

/// Compares two servers by scheme, host and port (RFC 9110 4.3.1), and by the client's faults.
struct OriginComparison {
  let faults: FaultSet

  /// `true` if the client uses for the second origin what is for the first.
  func isTakenForSame(_ known: Origin, _ asked: Origin) -> Bool {
    if known == asked { return true }
    if known.scheme != asked.scheme, known.host == asked.host, faults.has(.schemesNotCompared) {
      return true
    }
    if known.port == asked.port, faults.has(.comparesPortsAlone) { return true }
    return isNameTakenForSame(known.host, asked.host)
  }

  private func isNameTakenForSame(_ known: String, _ asked: String) -> Bool {
    if known == asked {
      return known.contains(":") && faults.has(.portsOfIPv6Ignored)
    }
    if asked.hasSuffix(".\(known)") {
      return faults.has(.subdomainTakenForOrigin)
    }
    if known.hasSuffix(".\(asked)") { return faults.has(.parentTakenForOrigin) }
    if asked.hasSuffix(known) { return faults.has(.suffixTakenForOrigin) }
    if asked.hasPrefix(known) { return faults.has(.prefixTakenForOrigin) }
    if known.contains(":") || asked.contains(":") {
      return OriginComparison.isLoopback(known) && OriginComparison.isLoopback(asked)
        && faults.has(.addressFamiliesMixed)
    }
    let parent = OriginComparison.parent(of: known)
    return parent != nil && parent == OriginComparison.parent(of: asked)
      && faults.has(.siblingTakenForOrigin)
  }

  /// The part of a name after its first label, if the name has two labels or more.
  private static func parent(of host: String) -> Substring? {
    guard let dot = host.firstIndex(of: "."), host.first?.isLetter ?? false else { return nil }
    let parent = host[host.index(after: dot)...]
    return parent.contains(".") ? parent : nil
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "::1" || host.hasPrefix("127.")
  }
}
