// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import HTTPAuth
import Platform

/// A journal on disk of the inputs that wait for triage, so that a killed campaign loses nothing.
///
/// Entries are only appended: creating a file for each input would take longer than playing it.
/// Each campaign has its own journal. A journal that no running program holds is that of an earlier
/// campaign, and the next campaign of the same client takes it over.
///
///     suspected 7 35
///     (35 octets of the input that is number 7)
///     settled 7
package final class SuspectedJournal {
  /// The inputs that earlier campaigns did not triage.
  package let inherited: [FuzzInput]

  /// The number of octets after which a journal with few waiting inputs is replaced by a new one.
  private static let limit = 1 << 20

  private let folder: String
  /// The beginning of the file's name.
  private let name: String
  private var file: JournalFile
  /// The numbers of the waiting entries of each input, which can be suspected several times.
  private var waiting: [FuzzInput: [UInt64]] = [:]
  private var last: UInt64 = 0

  /// Creates a journal in a folder, which is created if there is none. `options` identify the
  /// client.
  package init(folder: String, options: [String]) throws(FileError) {
    try Folder.create(folder)
    self.folder = folder
    name = "\(Octets(options.joined(separator: "\n")).sha1.prefix(10))"
    let left = JournalFile.left(in: folder, named: name)
    var inherited: [FuzzInput] = []
    var seen: Set<FuzzInput> = []
    for file in left {
      for input in SuspectedJournal.unsettled(try file.octets())
      where seen.insert(input).inserted { inherited.append(input) }
    }
    self.inherited = inherited
    file = try JournalFile(in: folder, named: name)
    for input in inherited { try suspect(input) }
    for file in left { file.remove() }
  }

  deinit { if waiting.isEmpty { file.remove() } }

  /// Keeps an input until it has been triaged.
  package func suspect(_ input: FuzzInput) throws(FileError) {
    last += 1
    waiting[input, default: []].append(last)
    try file.append(SuspectedJournal.entry(input, number: last))
  }

  /// Records that an entry of an input has been triaged.
  package func settle(_ input: FuzzInput) throws(FileError) {
    guard let number = waiting[input]?.popLast() else { return }
    if waiting[input]?.isEmpty == true { waiting[input] = nil }
    try file.append(Array("settled \(number)\n".utf8))
    if file.length > SuspectedJournal.limit, waiting.count * 1000 < file.length { try rewrite() }
  }

  /// Replaces the file by a new one with only the waiting entries.
  private func rewrite() throws(FileError) {
    let new = try JournalFile(in: folder, named: name)
    for (input, numbers) in waiting {
      for number in numbers { try new.append(SuspectedJournal.entry(input, number: number)) }
    }
    file.remove()
    file = new
  }

  private static func entry(_ input: FuzzInput, number: UInt64) -> [UInt8] {
    let text = input.text
    return Array("suspected \(number) \(text.count)\n".utf8) + text.bytes + [0x0A]
  }

  /// The inputs of entries that are not settled, in order. An incomplete last entry is ignored.
  static func unsettled(_ octets: [UInt8]) -> [FuzzInput] {
    var waiting: [UInt64: ArraySlice<UInt8>] = [:]
    var rest = octets[...]
    while let end = rest.firstIndex(of: 0x0A) {
      let words = rest[..<end].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      rest = rest[(end + 1)...]
      guard words.count > 1, let number = UInt64(words[1]) else { break }
      if words[0] == "settled" {
        waiting[number] = nil
      } else {
        guard words.count == 3, let count = Int(words[2]), rest.indices.count > count, count >= 0
        else { break }
        waiting[number] = rest.prefix(count)
        rest = rest.dropFirst(count + 1)
      }
    }
    return waiting.sorted { $0.key < $1.key }.map { FuzzInput(text: Octets($0.value)) }
  }
}
