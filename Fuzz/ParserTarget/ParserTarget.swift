import HTTPAuth

// The parsers of HTTPAuth as libFuzzer sees them: any octets are the value of some field. What must hold of every value is
// checked here; a check that fails stops the program, which is how libFuzzer learns of it. The parsers themselves stop on
// an index out of bounds or an overflow, as all Swift does, and address sanitizer watches what is left.

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Octets(Array(UnsafeBufferPointer(start: start, count: count)))
  let list = ChallengeList(parsing: octets)
  if let failure = list.failure {
    // What was read before the failure is kept, and only the last of it is not whole.
    precondition((0...count).contains(failure.offset), "a failure outside of the value")
    precondition(!list.challenges.dropLast().contains(where: \.isPartial))
  } else {
    checkWhole(list, octets)
  }
  // The other two grammars have the same elements.
  if octets.first == 0x3A { checkOthers(octets[1..<count]) }
  return 0
}

/// A value in the grammar is written again, and says the same.
private func checkWhole(_ list: ChallengeList, _ octets: Octets) {
  precondition(!list.challenges.contains(where: \.isPartial))
  for challenge in list.challenges {
    let again = ChallengeList(parsing: challenge.fieldValue)
    precondition(again.failure == nil, "what was read cannot be read again")
    precondition(again.challenges == [challenge], "what was read is written otherwise")
    precondition(challenge.scheme.count <= octets.count)
  }
  // A field line may be read alone, or as the only line of its field.
  precondition(ChallengeList(parsing: [octets]) == list)
}

private func checkOthers(_ octets: Octets) {
  let info = AuthenticationInfo(parsing: octets)
  if info.failure == nil {
    precondition(AuthenticationInfo(parsing: info.fieldValue).parameters == info.parameters)
  }
  guard let credentials = try? Credentials(parsing: octets) else { return }
  precondition((try? Credentials(parsing: credentials.fieldValue)) == credentials)
  // Credentials are a challenge of one element.
  let list = ChallengeList(parsing: octets)
  precondition(list.failure == nil && list.challenges.count == 1)
  precondition(list.challenges[0].scheme == credentials.scheme)
  precondition(list.challenges[0].parameters == credentials.parameters)
}
