// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// Alters the replies of an input, their lines, and the values of the lines.
struct SequenceMutation {
  private static let maxReplies = 6
  private static let maxLines = 12

  let random: SeededRandom
  let scope: InputScope

  /// The input with one alteration; parts of `other` may be inserted.
  func mutate(_ input: FuzzInput, with other: FuzzInput?) -> FuzzInput {
    var input = input
    guard !input.replies.isEmpty else { return input }
    let place = random.below(input.replies.count)
    switch random.below(100) {
    case 0..<80: mutateLine(&input.replies[place], with: other)
    case 80..<84: setName(&input.replies[place])
    case 84..<88: moveLines(&input.replies[place])
    case 88..<90 where input.replies.count > 1: input.replies.remove(at: place)
    case 90..<93 where input.replies.count < SequenceMutation.maxReplies:
      input.replies.insert(input.replies[place], at: random.below(input.replies.count + 1))
    case 93..<96 where input.replies.count < SequenceMutation.maxReplies:
      if let reply = random.pick(other?.replies ?? []) {
        input.replies.insert(reply, at: random.below(input.replies.count + 1))
      }
    default: changeReply(&input.replies[place])
    }
    return input
  }

  private func mutateLine(_ reply: inout FuzzReply, with other: FuzzInput?) {
    let places = reply.lines.indices.filter { !reply.lines[$0].name.matches("Location") }
    guard let place = random.pick(places) else { return }
    let value = reply.lines[place].value
    guard value.count < 16_384 else { return }
    let source = random.pick(other?.replies ?? []).flatMap { random.pick($0.challengeLines) }
    reply.lines[place].value =
      random.percent(65)
      ? TreeMutation(random: random).mutate(value, with: source)
      : OctetMutation(random: random).mutate(value)
    if random.percent(4) { split(&reply, at: place) }
  }

  /// Splits a line of challenges into two.
  private func split(_ reply: inout FuzzReply, at place: Int) {
    var tree = LenientFieldTree(reply.lines[place].value)
    let challenges = tree.challenges
    guard challenges.count > 1, reply.lines.count < SequenceMutation.maxLines else { return }
    let start = challenges[1 + random.below(challenges.count - 1)].lowerBound
    var second = tree
    second.elements = Array(tree.elements[start...])
    tree.elements = Array(tree.elements[..<start])
    reply.lines[place].value = tree.value
    reply.lines.insert(FuzzLine(name: reply.lines[place].name, value: second.value), at: place + 1)
  }

  private func setName(_ reply: inout FuzzReply) {
    guard let place = random.pick(reply.lines.indices) else { return }
    reply.lines[place].name = random.word([
      "WWW-Authenticate", "Proxy-Authenticate", "www-authenticate", "WWW-AUTHENTICATE",
      "Authentication-Info",
      "Proxy-Authentication-Info", "WWW-Authenticate ", "Www-Authenticat", "Set-Cookie", "X-A",
    ])
  }

  private func moveLines(_ reply: inout FuzzReply) {
    guard let place = random.pick(reply.lines.indices) else { return }
    switch random.below(3) {
    case 0: reply.lines.remove(at: place)
    case 1 where reply.lines.count < SequenceMutation.maxLines:
      reply.lines.insert(reply.lines[place], at: random.below(reply.lines.count + 1))
    default: reply.lines.swapAt(place, random.below(reply.lines.count))
    }
  }

  private func changeReply(_ reply: inout FuzzReply) {
    switch random.below(8) {
    case 0: reply.isEndless.toggle()
    case 1: reply.startsNewRequest.toggle()
    case 2: reply.connection = random.pick(FuzzReply.connections) ?? .keep
    case 3: reply.framing = random.pick(ReplyTemplate.Framing.allCases) ?? .length
    case 4: reply.isInPieces.toggle()
    case 5 where scope.hasProxy: reply.server = random.percent(50) ? .proxy : .origin
    case 6:
      reply.statusLine = random.word([
        "HTTP/1.1 401 x", "HTTP/1.1 407 x", "HTTP/1.1 200 OK", "HTTP/1.1 403 x", "HTTP/1.0 401 x",
      ])
    default: reply.interim = []
    }
  }
}
