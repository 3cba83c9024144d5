// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The challenges of a field's lines, and whether the grammar allows only one reading of them.
struct UnderstoodChallenges {
  let challenges: [Challenge]
  /// `true` if the lines have only one reading.
  let isClear: Bool
  /// The two readings of a single challenge that has parameters twice: with the first of each, and
  /// with the last. `nil` if anything else is unclear.
  let readingsOfDuplicates: [Challenge]?

  /// Reads the lines of one field.
  init(_ lines: [Octets], _ reader: ChallengeListCache) {
    var challenges: [Challenge] = []
    var isClear = true
    for line in lines {
      let list = reader.list(line)
      // "each parameter name MUST only occur once per challenge" (RFC 9110 11.2)
      if !list.isValid || !line.hasNoControlsButFolds || line.contains(Octets.place) {
        isClear = false
      }
      challenges += list.challenges
    }
    // Lines of one field are one list (RFC 9110 5.3): a line can continue the challenge of the line
    // before.
    if isClear, lines.count > 1, reader.list(lines).challenges != challenges {
      isClear = false
    }
    self.challenges = challenges
    self.isClear = isClear
    guard !isClear, lines.count == 1, challenges.count == 1,
      challenges[0].duplicatedParameter != nil, reader.list(lines[0]).failure == nil,
      !lines[0].contains(0x0D), !lines[0].contains(Octets.place)
    else {
      readingsOfDuplicates = nil
      return
    }
    readingsOfDuplicates = [
      challenges[0].withoutDuplicates, challenges[0].reversed.withoutDuplicates,
    ]
  }
}

extension Octets {
  /// The beginning of a placeholder.
  fileprivate static let place: Octets = "${"
}

extension Challenge {
  /// The challenge with its parameters in reverse order.
  fileprivate var reversed: Challenge {
    var challenge = self
    challenge.parameters.reverse()
    return challenge
  }

  /// The challenge with the first parameter of each name.
  fileprivate var withoutDuplicates: Challenge {
    var seen: Set<Octets> = []
    var challenge = self
    challenge.parameters.removeAll { !seen.insert($0.name.asciiLowercased).inserted }
    return challenge
  }
}
