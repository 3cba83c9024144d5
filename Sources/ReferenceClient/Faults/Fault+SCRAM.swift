// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in SCRAM-SHA-256.
  static let scram: [Fault] = [
    Name.scramBindingLeftOut.breaks(
      "R397", "It finishes a login by SCRAM without the header of its first message."),
    Name.scramErrorIgnored.breaks(
      "R396", "It takes an error in place of the server's signature for a success."),
    Name.scramNonceComparedByLength.breaks(
      "R395", "It proves its password for every nonce that is longer than its own."),
    Name.scramNonceConstant.breaks("R394", "It begins every login by SCRAM with the same nonce."),
    Name.scramRealmLeftOut.breaks("R394", "It begins a login by SCRAM without the realm."),
    Name.scramSignatureNotChecked.breaks(
      "R396", "It does not compare the signature of the server."),
    Name.scramSignatureOfProxyNotChecked.breaks(
      "R396", "It does not compare the signature of a proxy."),
    Name.scramZeroIterationsAnswered.breaks("R397", "It answers a message with no iterations."),
  ]
}
