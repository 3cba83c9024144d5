internal import HTTPAuth

/// Something that a target gets wrong, with the smallest input that shows it.
public struct FuzzFinding: Hashable, Sendable {
  /// Names it by what it is: the same finding has the same id in every campaign.
  public let id: String
  /// The objection to the smallest input.
  public let hit: Hit
  /// The smallest input.
  public let input: FuzzInput
  /// The input that was found first.
  public let original: FuzzInput
  /// The number of that input in its campaign.
  public let run: UInt64
  /// False where the first input did not do it again when it was shown a second time.
  public let isStable: Bool

  init(hit: Hit, input: FuzzInput, original: FuzzInput, run: UInt64, isStable: Bool) {
    self.hit = hit
    self.input = input
    self.original = original
    self.run = run
    self.isStable = isStable
    let shape = InputShape.text(of: input)
    let digest = Octets("\(hit.cause.oracle)\n\(hit.cause.place)\n\(shape)").sha1
    id = "\(hit.cause.oracle)-\(digest.prefix(10))"
  }
}

/// The shape of an input: its text with words that mean nothing told by their kind, so that findings of one cause are one.
enum InputShape {
  static func text(of input: FuzzInput) -> String {
    var shape = ""
    for reply in input.replies {
      var bare = reply
      bare.lines = []
      shape += "\(FuzzInput([bare]).text)\n"
      for line in reply.lines {
        shape += "\(line.name.asciiLowercased):"
        for element in FieldTree(line.value).elements {
          shape += " \(word(element.scheme)) \(word(element.name))"
          shape += element.sign.isEmpty ? "" : "="
          shape += element.value.isEmpty ? "" : (element.isQuoted ? "\"" : "'")
          shape += kinds(element.innerValue) + kinds(element.rest) + ","
        }
        shape += "\n"
      }
    }
    return shape
  }

  /// A word of the dictionary as it is, in lower case; any other is just a word.
  private static func word(_ word: Octets?) -> String {
    guard let word else { return "" }
    let lower = word.asciiLowercased
    let known = Words.knownSchemes + Words.parameters.prefix(9)
    return known.contains { $0.asciiLowercased == lower } ? "\(lower)" : "w"
  }

  /// The kinds of octets, each kind once in a row.
  private static func kinds(_ value: Octets) -> String {
    var kinds = ""
    var last: Character = " "
    for octet in value.bytes {
      let kind: Character =
        switch octet {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: "a"
        case 0x80...: "8"
        case 0...0x1F, 0x7F: "c"
        default: Character(Unicode.Scalar(octet))
        }
      if kind != last { kinds.append(kind) }
      last = kind
    }
    return kinds
  }
}
