// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in Negotiate.
  static let negotiate: [Fault] = [
    Fault(.negotiateWithoutToken, "R122", "It answers Negotiate without a token."),
    Fault(
      .negotiateAnswerNotChecked, "R124",
      "It believes a response whatever token of Negotiate it has."),
    Fault(
      .basicAfterRefusedNegotiate, "R132",
      "It sends Basic after a refused handshake, though the server does not offer it."),
  ]
}
