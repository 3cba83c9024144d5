// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

// The libFuzzer target for the messages of NTLM and the tokens of Negotiate that clients and
// servers send. The parsers themselves trap on an index out of bounds or an overflow, as all Swift
// code does, and address sanitizer checks the rest.

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  checkNTLM(octets)
  checkNegotiate(Octets(octets))
  return 0
}

/// A message that can be read is written again, and says the same.
private func checkNTLM(_ octets: [UInt8]) {
  if let message = try? NTLMNegotiateMessage(parsing: octets) {
    let again = try? NTLMNegotiateMessage(parsing: message.octets)
    precondition(again?.flags == message.flags, "message 1 is written otherwise")
  }
  if let message = try? NTLMChallengeMessage(parsing: octets) {
    let again = try? NTLMChallengeMessage(parsing: message.octets)
    precondition(again?.flags == message.flags, "the flags of message 2 are written otherwise")
    precondition(again?.nonce == message.nonce, "the nonce is written otherwise")
    if message.target.count < 0x1_0000 {
      precondition(again?.target == message.target, "the target name is written otherwise")
    }
  }
  _ = try? NTLMAuthenticateMessage(parsing: octets)
}

/// An error is within the token, and what was read can be looked at.
private func checkNegotiate(_ octets: Octets) {
  let token = NegotiateToken(octets)
  if case .malformed(let error) = token {
    precondition((0...octets.count).contains(error.offset), "an error outside of the token")
  }
  precondition(token.mechanisms.count <= octets.count)
  for mechanism in token.mechanisms { precondition(!mechanism.description.isEmpty) }
  if let request = token.kerberosRequest {
    precondition(request.authenticator.count < octets.count)
    precondition(request.service.reduce(0) { $0 + $1.count } < octets.count)
  }
  _ = token.containsNTLM
}
