/// The names under which a case keeps values that it compares with later ones.
final class Captures {
  /// What may be done with them at a place.
  enum Use {
    /// Neither kept nor compared: what a server replies does not depend on them.
    case neither
    /// Compared only: whether such a place is come to is not known beforehand.
    case comparing
    /// Kept and compared.
    case both
  }

  /// What may be done with them here.
  private(set) var use = Use.neither
  private var kept: [String: SourceSpan] = [:]
  private var compared: Set<String> = []

  /// Reads something in which no more than that may be done with them.
  func withUse<Result>(_ use: Use, _ body: () -> Result) -> Result {
    let before = self.use
    // What may not be done at a place may not be done inside of it.
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

  /// The names that are compared with nothing.
  var idle: [(name: String, span: SourceSpan)] {
    kept.filter { !compared.contains($0.key) }.sorted { $0.key < $1.key }
      .map { (name: $0.key, span: $0.value) }
  }

  /// All names that are kept.
  var names: [String] { kept.keys.sorted() }
}
