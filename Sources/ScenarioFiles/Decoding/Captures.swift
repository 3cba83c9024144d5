// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The names under which a case captures values and compares later values with them.
final class Captures {
  /// What a part of the file may do with captured values.
  enum Use {
    /// Nothing: replies do not depend on captured values.
    case neither
    /// Only compare, because it is not certain that the part is evaluated.
    case comparing
    /// Capture and compare.
    case both
  }

  /// What the part that is being read may do.
  private(set) var use = Use.neither
  private var kept: [String: SourceSpan] = [:]
  private var compared: Set<String> = []

  /// Calls `body`, which reads a part of the file with this use.
  func withUse<Result>(_ use: Use, _ body: () -> Result) -> Result {
    let before = self.use
    // What is not allowed in a part is not allowed in the parts inside it.
    self.use = before == .comparing && use == .both ? .comparing : use
    defer { self.use = before }
    return body()
  }

  /// Records that a value is captured under this name.
  func keep(_ name: String, at span: SourceSpan) { if kept[name] == nil { kept[name] = span } }

  /// Records a comparison with the values of this name. Returns `false` if none was captured
  /// before.
  func compare(_ name: String) -> Bool {
    compared.insert(name)
    return kept[name] != nil
  }

  /// The names whose values are never compared, sorted.
  var idle: [(name: String, span: SourceSpan)] {
    kept.filter { !compared.contains($0.key) }.sorted { $0.key < $1.key }
      .map { (name: $0.key, span: $0.value) }
  }

  /// All names of captured values, sorted.
  var names: [String] { kept.keys.sorted() }
}
