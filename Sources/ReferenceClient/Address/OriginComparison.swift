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
    if known == asked { return false }
    if asked.hasSuffix(".\(known)") { return faults.has(.subdomainTakenForOrigin) }
    return asked.hasSuffix(known) && faults.has(.suffixTakenForOrigin)
  }
}
