// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import HTTPAuth
import Platform

/// Inputs that wait for triage, kept on disk so that a campaign that is killed loses nothing.
///
/// A file that only grows: a file for each input would take longer to make than the input takes to
/// be played. Several campaigns may share the folder: each has a journal of its own, and one that
/// no running program holds is what a campaign left behind, which the next one of the same client
/// takes over.
///
///     suspected 7 35
///     (35 octets of the input that is number 7)
///     settled 7
package final class SuspectedJournal {
  /// The inputs that earlier campaigns did not triage.
  package let inherited: [FuzzInput]

  /// Octets from which on a journal is begun anew, where little of it still waits.
  private static let limit = 1 << 20

  private let folder: String
  /// The beginning of the file's name.
  private let name: String
  private var file: JournalFile
  /// The numbers under which an input waits: it may be suspected of one thing after the other.
  private var waiting: [FuzzInput: [UInt64]] = [:]
  private var last: UInt64 = 0

  /// A journal in a folder, which is made if there is none; `options` name the client that it is
  /// about.
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

  /// Nothing is left behind if nothing waits.
  deinit { if waiting.isEmpty { file.remove() } }

  /// Keeps an input until it has been triaged.
  package func suspect(_ input: FuzzInput) throws(FileError) {
    last += 1
    waiting[input, default: []].append(last)
    try file.append(SuspectedJournal.entry(input, number: last))
  }

  /// An input has been looked into; where it was suspected more than once, for one of these
  /// reasons.
  package func settle(_ input: FuzzInput) throws(FileError) {
    guard let number = waiting[input]?.popLast() else { return }
    if waiting[input]?.isEmpty == true { waiting[input] = nil }
    try file.append(Array("settled \(number)\n".utf8))
    if file.length > SuspectedJournal.limit, waiting.count * 1000 < file.length { try beginAnew() }
  }

  /// What waits is written to a new file; the old one goes when that is there.
  private func beginAnew() throws(FileError) {
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

  /// The inputs that were not settled, in their order; without the entry that was being written
  /// when a campaign was killed.
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
