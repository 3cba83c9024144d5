// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The logins of a netrc file, by host.
struct Netrc {
  /// An entry; the one without a machine is the default.
  struct Entry: Hashable {
    var machine: Octets?
    var login: Octets?
    var password: Octets?
  }

  private(set) var entries: [Entry] = []

  /// Reads `machine NAME`, `default`, `login NAME`, `password TEXT`, `account TEXT` and
  /// `macdef NAME … <empty line>`.
  init(_ text: Octets) {
    var words = NetrcWords(text)
    while let word = words.next() {
      switch word {
      case "machine": entries.append(Entry(machine: words.next()))
      case "default": entries.append(Entry(machine: nil))
      case "login": set(\.login, words.next())
      case "password": set(\.password, words.next())
      case "account": _ = words.next()
      case "macdef": words.skipToEmptyLine()
      default: continue
      }
    }
  }

  private mutating func set(_ part: WritableKeyPath<Entry, Octets?>, _ value: Octets?) {
    guard !entries.isEmpty else { return }
    entries[entries.count - 1][keyPath: part] = value
  }

  /// The login for a host, from the first entry with that name, otherwise from the default; only of
  /// `user`, if given.
  func login(for host: String, user: Octets?, _ faults: FaultSet) -> Login? {
    let name = Octets(host)
    let own = entries.filter { $0.machine?.equalsIgnoringCase(name) ?? false }
    let usual = entries.filter { $0.machine == nil }
    let found = own.isEmpty ? usual : own
    for entry in found {
      guard let password = entry.password else { continue }
      guard let login = entry.login ?? user else { continue }
      if let user, user != login, !faults.has(.netrcUserIgnored) { continue }
      return Login(user: user ?? login, password: password)
    }
    return nil
  }
}

/// The words of a netrc file, separated by white space, some of them quoted. `#` at the start of a
/// line begins a comment.
private struct NetrcWords {
  private let octets: ArraySlice<UInt8>
  private var index: Int

  init(_ text: Octets) {
    octets = text.bytes
    index = octets.startIndex
  }

  mutating func next() -> Octets? {
    skipBlanks()
    guard index < octets.endIndex else { return nil }
    if octets[index] == UInt8(ascii: "\"") { return quoted() }
    let start = index
    while index < octets.endIndex, !NetrcWords.isBlank(octets[index]) { index += 1 }
    return Octets(octets[start..<index])
  }

  private mutating func skipBlanks() {
    while index < octets.endIndex {
      if octets[index] == UInt8(ascii: "#") {
        while index < octets.endIndex, octets[index] != 0x0A { index += 1 }
      } else if NetrcWords.isBlank(octets[index]) {
        index += 1
      } else {
        return
      }
    }
  }

  private mutating func quoted() -> Octets {
    index += 1
    var word: [UInt8] = []
    while index < octets.endIndex, octets[index] != UInt8(ascii: "\"") {
      if octets[index] == UInt8(ascii: "\\"), octets.endIndex - index > 1 { index += 1 }
      word.append(octets[index])
      index += 1
    }
    if index < octets.endIndex { index += 1 }
    return Octets(word)
  }

  mutating func skipToEmptyLine() {
    var isEmpty = false
    while index < octets.endIndex {
      let octet = octets[index]
      index += 1
      if octet == 0x0A {
        if isEmpty { return }
        isEmpty = true
      } else if octet != 0x0D {
        isEmpty = false
      }
    }
  }

  private static func isBlank(_ octet: UInt8) -> Bool {
    octet == 0x20 || octet == 0x09 || octet == 0x0A || octet == 0x0D
  }
}
