// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import LibC

/// The name or address that a server's certificate must have.
///
/// "The client MUST construct a reference identity from the service's host: if the host is a
/// literal IP address (Section 4.3.5), the reference identity is an IP-ID, otherwise the host is a
/// name and the reference identity is a DNS-ID." (RFC 9110 4.3.4)
enum ReferenceIdentity: Hashable {
  case name(String)
  case address([UInt8], text: String)

  /// The identity of a host; a name may end in a dot, which certificates do not have.
  init(_ host: String) {
    if let octets = ReferenceIdentity.octets(of: host) {
      self = .address(octets, text: host)
    } else {
      self = .name((host.hasSuffix(".") ? String(host.dropLast()) : host).lowercasedInASCII)
    }
  }

  /// The name for server_name (RFC 6066 3), which is never an address.
  var serverName: String? { if case .name(let name) = self { name } else { nil } }

  /// "A reference identity of IP-ID contains the decoded bytes of the IP address." (RFC 9110 4.3.5)
  private static func octets(of host: String) -> [UInt8]? {
    let isIPv6 = host.contains(":")
    var octets = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
    let result = unsafe inet_pton(isIPv6 ? AF_INET6 : AF_INET, host, &octets)
    return result == 1 ? octets : nil
  }

  /// `true` if the certificate is for this host.
  func isMet(by certificate: Certificate, _ faults: FaultSet) -> Bool {
    let names = certificate.alternativeNames
    switch self {
    case .address(let octets, let text):
      // "A reference identity of type IP-ID matches if the address is identical to an iPAddress
      // value of the subjectAltName extension of the certificate." (RFC 9110 4.3.5)
      if names.contains(.address(octets)) { return true }
      if names.contains(.name(text)), faults.has(.nameTakenForAddress) { return true }
      if names.contains(where: { isPattern($0, of: text) }), faults.has(.wildcardForAddress) {
        return true
      }
    case .name(let name):
      if names.contains(where: { isName($0, of: name, faults) }) { return true }
    }
    // "A reference identity of type CN-ID MUST NOT be used by clients." (RFC 9110 4.3.4)
    return isCommonNameTaken(of: certificate, names, faults)
  }

  private func isName(
    _ presented: Certificate.AlternativeName, of host: String, _ faults: FaultSet
  ) -> Bool {
    guard case .name(var presented) = presented else { return false }
    presented = faults.alter(presented, .nameCutAtNUL) { name in
      String(name.prefix { $0 != "\0" })
    }
    presented = faults.alter(presented, .uLabelsOfCertificatesConverted) { name in
      InternationalName.aLabels(of: name) ?? name
    }
    return DomainNamePattern(presented).isMet(by: host, faults)
  }

  private func isPattern(_ presented: Certificate.AlternativeName, of address: String) -> Bool {
    guard case .name(let presented) = presented, presented.hasPrefix("*.") else { return false }
    return address.hasSuffix(presented.dropFirst())
  }

  /// `true` if a fault accepts the certificate by its Common Name.
  private func isCommonNameTaken(
    of certificate: Certificate, _ names: [Certificate.AlternativeName], _ faults: FaultSet
  ) -> Bool {
    guard let common = certificate.commonName?.lowercasedInASCII else { return false }
    switch self {
    case .name(let name): guard common == name else { return false }
    case .address(_, let text): guard common == text else { return false }
    }
    return (names.isEmpty && faults.has(.commonNameWithoutOthersTaken))
      || faults.has(.commonNameTaken)
  }
}

/// A dNSName of a certificate, which may begin with a wildcard (RFC 9525 6.3).
struct DomainNamePattern {
  private let written: String
  private let pattern: String

  init(_ name: String) {
    written = name
    pattern = name.lowercasedInASCII
  }

  /// `true` if it is the name of a host, which is in lower case.
  func isMet(by host: String, _ faults: FaultSet) -> Bool {
    // Labels are matched by "a case-insensitive ASCII comparison" (RFC 9525 6.3).
    if pattern.utf8.elementsEqual(host.utf8) {
      return written == host || !faults.has(.namesOfCertificatesByCase)
    }
    if host.hasSuffix("." + pattern), !pattern.contains("*"), faults.has(.parentNameTaken) {
      return true
    }
    guard pattern.contains("*") else { return false }
    // A wildcard is the whole left-most label, once; otherwise "the presented identifier is invalid
    // and MUST be ignored" (RFC 9525 6.3).
    let parent = pattern.dropFirst(2)
    guard pattern.hasPrefix("*."), !parent.contains("*") else {
      return isMetOddly(by: host) && faults.has(.wildcardsAnywhere)
    }
    if host == parent { return faults.has(.wildcardForItsParent) }
    guard host.hasSuffix("." + parent) else { return false }
    // The wildcard "can only match exactly one label" (RFC 9525 6.3).
    let label = host.dropLast(parent.count + 1)
    return !label.isEmpty && (!label.contains(".") || faults.has(.wildcardOverDots))
  }

  /// `true` if it matches with wildcards within labels and in any label.
  private func isMetOddly(by host: String) -> Bool {
    let patterns = pattern.split(separator: ".", omittingEmptySubsequences: false)
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return patterns.count == labels.count
      && zip(patterns, labels).allSatisfy { pattern, label in
        guard let star = pattern.firstIndex(of: "*") else { return pattern == label }
        let (front, back) = (pattern[..<star], pattern[pattern.index(after: star)...])
        return label.count >= front.count + back.count && label.hasPrefix(front)
          && label.hasSuffix(back)
      }
  }
}

extension String {
  /// The text with ASCII letters in lower case. U+212A (Kelvin sign) stays, which is not a K.
  var lowercasedInASCII: String {
    String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }
}
