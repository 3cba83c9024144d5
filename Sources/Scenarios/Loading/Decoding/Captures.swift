// SPDX-License-Identifier: Apache-2.0

/// The names of the values that a case captures and compares with later ones.
final class Captures {
  /// How they may be used at a place in the file.
  enum Use {
    /// Not at all: replies do not depend on them.
    case neither
    /// Compared only: it is not certain that such a place is evaluated.
    case comparing
    /// Kept and compared.
    case both
  }

  /// How they may be used here.
  private(set) var use = Use.neither
  private var kept: [String: SourceSpan] = [:]
  private var compared: Set<String> = []

  /// Reads a part of the file with that use.
  func withUse<Result>(_ use: Use, _ body: () -> Result) -> Result {
    let before = self.use
    // A use that is not allowed at a place is not allowed inside it.
    self.use = before == .comparing && use == .both ? .comparing : use
    defer { self.use = before }
    return body()
  }

  /// A value is kept under that name.
  func keep(_ name: String, at span: SourceSpan) { if kept[name] == nil { kept[name] = span } }

  /// A value is compared with those of that name; `false` if none is kept before.
  func compare(_ name: String) -> Bool {
    compared.insert(name)
    return kept[name] != nil
  }

  /// The names that nothing is compared with.
  var idle: [(name: String, span: SourceSpan)] {
    kept.filter { !compared.contains($0.key) }.sorted { $0.key < $1.key }
      .map { (name: $0.key, span: $0.value) }
  }

  /// All names that are kept.
  var names: [String] { kept.keys.sorted() }
}
