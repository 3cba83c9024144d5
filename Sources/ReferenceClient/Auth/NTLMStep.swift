// SPDX-License-Identifier: Apache-2.0

/// The message that a challenge of NTLM asks for (MS-NTHT 2.2.1).
enum NTLMStep: Hashable, Sendable {
  /// Message 1: the challenge has no data.
  case begin
  /// Message 3: the challenge has message 2.
  case answer(ReceivedNTLMChallenge)
}
