// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in SCRAM-SHA-256.
  static let scram: [Fault] = [
    Name.scramBindingClaimed.breaks(
      "R394", "It says that it could bind a login by SCRAM to its channel."),
    Name.scramBindingLeftOut.breaks(
      "R397", "It finishes a login by SCRAM without the header of its first message."),
    Name.scramErrorIgnored.breaks(
      "R396", "It takes an error in place of the server's signature for a success."),
    Name.scramExtensionIgnored.breaks(
      "R397", "It answers a message that demands an unknown extension."),
    Name.scramForeignNonceAnswered.breaks(
      "R395", "It proves its password for a nonce that is not its own."),
    Name.scramIterationsIgnored.breaks(
      "R397", "It hashes the password 4096 times, also if the server says another number."),
    Name.scramNameNotEscaped.breaks(
      "R394", "It sends commas and equals signs of a user name as they are."),
    Name.scramNonceComparedByLength.breaks(
      "R395", "It proves its password for every nonce that is longer than its own."),
    Name.scramNonceConstant.breaks("R394", "It begins every login by SCRAM with the same nonce."),
    Name.scramOwnNonceSent.breaks("R397", "It finishes a login by SCRAM with its own nonce alone."),
    Name.scramRealmLeftOut.breaks("R394", "It begins a login by SCRAM without the realm."),
    Name.scramSaltNotDecoded.breaks("R397", "It uses the salt as it is written."),
    Name.scramSidLeftOut.breaks("R397", "It finishes a login by SCRAM without its sid."),
    Name.scramSidOfServerIgnored.breaks(
      "R396", "It takes the signature of another login, or none, for a success."),
    Name.scramSignatureNotChecked.breaks(
      "R396", "It does not compare the signature of the server."),
    Name.scramSignatureOfProxyNotChecked.breaks(
      "R396", "It does not compare the signature of a proxy."),
    Name.scramZeroIterationsAnswered.breaks("R397", "It answers a message with no iterations."),
  ]
}
