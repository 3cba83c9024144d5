// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The entries of a mapping, split into those with keys of its form and all others.
struct Fields<Value> {
  let form: YAMLForm<Value>
  let span: SourceSpan
  /// The place of its first character, for what is missing.
  var start: SourceSpan { SourceSpan(start: span.start, end: span.start) }
  /// The entries with keys of the form and the places of their members, in the file's order. They
  /// are two arrays because an array of pairs is slow to copy.
  private(set) var entries: [YAMLNode.Entry] = []
  private var indices: [Int] = []
  /// The entries with other keys.
  private(set) var others: [YAMLNode.Entry] = []

  init(_ all: [YAMLNode.Entry], as form: YAMLForm<Value>, span: SourceSpan) {
    self.form = form
    self.span = span
    indices.reserveCapacity(all.count)
    entries.reserveCapacity(all.count)
    for entry in all {
      if let index = form.index(of: entry.name) {
        indices.append(index)
        entries.append(entry)
      } else {
        others.append(entry)
      }
    }
  }

  /// The only entry; `nil` if there is another number of known keys.
  var only: YAMLNode.Entry? { entries.count == 1 ? entries[0] : nil }

  subscript(_ key: String) -> YAMLNode? { entry(key)?.value }

  func entry(_ key: String) -> YAMLNode.Entry? { entries.first { $0.name == key } }

  /// The entries of these keys, as far as the mapping has them.
  func entries(of keys: String...) -> [YAMLNode.Entry] { keys.compactMap(entry) }

  /// The entries of all known keys except these.
  func entries(except keys: String...) -> [YAMLNode.Entry] {
    entries.filter { !keys.contains($0.name) }
  }

  /// Reports that a key is missing.
  func reportMissing(_ key: String, _ hint: String, by decoder: Decoder) {
    decoder.collector.report(
      start, "\(form.holder) needs \(key):", hint: "\(key): \(hint)")
  }

  /// Reads all known keys, in the file's order. Returns `false` if one that the mapping must have is
  /// missing, which is reported, or cannot be read.
  @discardableResult
  func read(into value: inout Value, by decoder: Decoder) -> Bool {
    var isWhole = true
    for member in form.members {
      guard let hint = member.demand, self[member.about.key] == nil else { continue }
      reportMissing(member.about.key, hint, by: decoder)
      isWhole = false
    }
    for (index, entry) in zip(indices, entries) {
      let member = form.members[index]
      if !member.read(decoder, entry.value, &value), member.demand != nil { isWhole = false }
    }
    return isWhole
  }
}
