// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

// The libFuzzer target for the parsers of HTTPAuth: any octets are the value of a field. The target
// checks what must hold for every value. A failed check traps, which libFuzzer reports as a crash.
// The parsers themselves trap on an index out of bounds or an overflow, as all Swift code does, and
// address sanitizer checks the rest.
//
// The checks access array elements in place: a copy of an element would cost more than the check.

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  let octets = Octets(Array(input))
  let list = ChallengeList(parsing: octets)
  // Elements before an error are kept, and only the last one may be incomplete.
  let whole = list.failure == nil ? list.challenges.count : list.challenges.count - 1
  for place in list.challenges.indices where place < whole {
    precondition(!list.challenges[place].isPartial, "a challenge that is over is not whole")
  }
  if let failure = list.failure {
    precondition((0...count).contains(failure.offset), "a failure outside of the value")
  } else {
    checkWhole(list, octets)
  }
  // The other two grammars have the same elements.
  if input.first == 0x3A { checkOthers(octets[1..<count]) }
  return 0
}

/// A value in the grammar is written again, and says the same.
private func checkWhole(_ list: ChallengeList, _ octets: Octets) {
  // Parses each challenge as the only line of its field, and all of them as the lines of one field.
  var lines: [Octets] = []
  for place in list.challenges.indices {
    precondition(list.challenges[place].scheme.count <= octets.count)
    lines.append(list.challenges[place].fieldValue)
  }
  let again = ChallengeList(parsing: lines)
  precondition(again.failure == nil, "what was read cannot be read again")
  precondition(again.challenges == list.challenges, "what was read is written otherwise")
  guard lines.count > 1 else { return }
  for place in lines.indices {
    let alone = ChallengeList(parsing: lines[place])
    precondition(alone.failure == nil, "what was read cannot be read alone")
    precondition(
      alone.challenges == [list.challenges[place]], "a challenge says something else alone")
  }
}

private func checkOthers(_ octets: Octets) {
  let info = AuthenticationInfoField(parsing: octets)
  if info.failure == nil {
    precondition(AuthenticationInfoField(parsing: info.fieldValue).parameters == info.parameters)
  }
  guard let credentials = try? Credentials(parsing: octets) else { return }
  precondition((try? Credentials(parsing: credentials.fieldValue)) == credentials)
  // Credentials are a challenge of one element.
  let list = ChallengeList(parsing: octets)
  precondition(list.failure == nil && list.challenges.count == 1)
  precondition(list.challenges[0].scheme == credentials.scheme)
  precondition(list.challenges[0].parameters == credentials.parameters)
}
