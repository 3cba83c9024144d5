/// A pattern over names: `*` stands for anything without a slash, `**` for anything at all, `?` for one character.
struct Glob: Hashable, Sendable {
  private enum Piece: Hashable {
    case octet(UInt8)
    case one
    case many(crossesSlashes: Bool)
  }

  private let pieces: [Piece]

  /// A pattern of that spelling.
  init(_ pattern: some StringProtocol) {
    var pieces: [Piece] = []
    for octet in pattern.utf8 {
      switch octet {
      case UInt8(ascii: "*"):
        if case .many = pieces.last {
          pieces[pieces.count - 1] = .many(crossesSlashes: true)
        } else {
          pieces.append(.many(crossesSlashes: false))
        }
      case UInt8(ascii: "?"): pieces.append(.one)
      default: pieces.append(.octet(octet))
      }
    }
    self.pieces = pieces
  }

  /// True where the whole name fits. The time is at most the product of both lengths.
  func matches(_ name: some StringProtocol) -> Bool {
    let slash = UInt8(ascii: "/")
    // The pieces that may come next, after each octet.
    var places = Set([0])
    func closed(_ places: Set<Int>) -> Set<Int> {
      var all = places
      for var place in places {
        while place < pieces.count, case .many = pieces[place] {
          place += 1
          all.insert(place)
        }
      }
      return all
    }
    places = closed(places)
    for octet in name.utf8 {
      var next = Set<Int>()
      for place in places where place < pieces.count {
        switch pieces[place] {
        case .octet(let wanted): if wanted == octet { next.insert(place + 1) }
        case .one: if octet != slash { next.insert(place + 1) }
        case .many(let crosses): if crosses || octet != slash { next.insert(place) }
        }
      }
      if next.isEmpty { return false }
      places = closed(next)
    }
    return places.contains(pieces.count)
  }

  /// True where a word has signs that make it a pattern.
  static func isPattern(_ word: some StringProtocol) -> Bool {
    word.contains { $0 == "*" || $0 == "?" }
  }
}
