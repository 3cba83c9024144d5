// SPDX-License-Identifier: Apache-2.0

/// A list of attributes and values (MS-NLMP 2.2.2.1). In message 2 it describes the server; the
/// client returns it in message 3.
package struct NTLMTargetInformation: Hashable, Sendable {
  /// The attributes (MsvAv…).
  package enum Attribute: UInt16, Hashable, Sendable, CaseIterable {
    case end, computerName, domainName, dnsComputerName, dnsDomainName, dnsTreeName, flags
    case timestamp, singleHost, targetName, channelBindings
  }

  /// An attribute with its value.
  package struct Pair: Hashable, Sendable {
    /// Its number, which need not be one of `Attribute`.
    package var id: UInt16
    package var value: [UInt8]

    package init(_ attribute: Attribute, _ value: [UInt8]) {
      id = attribute.rawValue
      self.value = value
    }

    init(id: UInt16, value: [UInt8]) {
      self.id = id
      self.value = value
    }
  }

  /// The pairs in order, without the end marker.
  package var pairs: [Pair]
  /// `true` if the list has an end marker (MsvAvEOL).
  package var isTerminated = true

  package init(_ pairs: [Pair]) { self.pairs = pairs }

  /// Parses a list up to its end marker, or as far as it can be parsed.
  package init(parsing octets: some Collection<UInt8>) {
    let octets = Array(octets)
    pairs = []
    isTerminated = false
    var place = 0
    while place + 4 <= octets.count {
      let id = UInt16(octets[place]) | UInt16(octets[place + 1]) << 8
      let length = Int(octets[place + 2]) | Int(octets[place + 3]) << 8
      place += 4
      if id == Attribute.end.rawValue {
        isTerminated = true
        return
      }
      guard place + length <= octets.count else { return }
      pairs.append(Pair(id: id, value: Array(octets[place..<place + length])))
      place += length
    }
  }

  /// The value of the first pair with that attribute.
  package subscript(_ attribute: Attribute) -> [UInt8]? {
    pairs.first { $0.id == attribute.rawValue }?.value
  }

  /// The octets of the list.
  package var octets: [UInt8] {
    let end = Pair(.end, [])
    return (isTerminated ? pairs + [end] : pairs).flatMap { pair in
      NTLMWriter.little(pair.id) + NTLMWriter.little(UInt16(truncatingIfNeeded: pair.value.count))
        + pair.value
    }
  }

  /// `true` if this list of a client has all pairs of `sent`, the list of message 2, with the same
  /// values and in the same order. A client may add flags, a target name and channel bindings
  /// anywhere, and change the flags (MS-NLMP 3.1.5.1.2).
  func returns(_ sent: NTLMTargetInformation) -> Bool {
    let added: Set<UInt16> = [
      Attribute.flags.rawValue, Attribute.targetName.rawValue, Attribute.channelBindings.rawValue,
    ]
    let wanted = sent.pairs.filter { !added.contains($0.id) }
    let returned = pairs.filter { !added.contains($0.id) }
    return returned == wanted
  }
}
