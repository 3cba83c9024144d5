import HTTPAuth

/// An input, and the fields of it that speak of authentication, taken apart: traits are looked for in them one after another.
struct InputTrees {
  let input: FuzzInput
  /// By reply and line; nil for a line that carries no challenges and tells nothing after success.
  let ofReplies: [[LenientFieldTree?]]

  init(_ input: FuzzInput) {
    self.input = input
    ofReplies = input.replies.map { reply in
      reply.lines.map { $0.isChallenge ? LenientFieldTree($0.value) : nil }
    }
  }

  /// The traits that the input has, as far as that can be told without writing it anew: it may be that nothing of what would
  /// change has a place in the text of an input.
  var traits: FeatureSet {
    let replies = input.replies
    var traits: FeatureSet = replies.count > 1 ? .laterReply : []
    for index in replies.indices {
      replies[index].addTraits(isFirst: index == 0, to: &traits)
      add(traitsOfLinesIn: index, to: &traits)
      traits.formUnion(replies[index].traitsOfChallenges(ofReplies[index]))
    }
    return traits
  }

  /// Adds the traits of the field lines of a reply.
  private func add(traitsOfLinesIn index: Int, to traits: inout FeatureSet) {
    let lines = input.replies[index].lines
    var challenges = 0
    for line in lines.indices {
      if lines[line].name != lines[line].usualName { traits.insert(.caseOfFieldName) }
      guard let tree = ofReplies[index][line] else {
        traits.insert(.otherFields)
        continue
      }
      challenges += 1
      lines[line].value.addTraits(to: &traits)
      traits.formUnion(tree.traits)
    }
    if challenges > 1 { traits.insert(.severalLines) }
  }
}

extension FuzzReply {
  /// Adds the traits of a reply but for those of its field lines.
  fileprivate func addTraits(isFirst: Bool, to traits: inout FeatureSet) {
    if isOfNextRequest, !isFirst { traits.insert(.nextRequest) }
    if server == .proxy { traits.insert(.proxy) }
    if !interim.isEmpty { traits.insert(.interim) }
    if connection != .keep { traits.insert(.connection) }
    if framing != .length || isInPieces { traits.insert(.framing) }
    if let statusLine, InputFeature.statusLine.without(self).statusLine != statusLine {
      traits.insert(.statusLine)
    }
  }
}

extension Octets {
  /// Adds the traits of a field value's octets.
  fileprivate func addTraits(to traits: inout FeatureSet) {
    var (hasOther, hasControl) = (false, false)
    for octet in bytes {
      hasOther = hasOther || octet >= 0x80
      hasControl = hasControl || octet < 0x20 && octet != 0x09 || octet == 0x7F
    }
    if hasOther { traits.insert(.otherOctets) }
    if hasControl {
      traits.insert(.controls)
      if contains(0x0D), unfoldedShort != self { traits.insert(.fold) }
    }
  }
}
