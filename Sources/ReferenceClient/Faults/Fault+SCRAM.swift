// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in SCRAM-SHA-256.
  static let scram: [Fault] = [
    Fault(
      .scramBindingClaimed, "R394",
      "It says that it could bind a login by SCRAM to its channel."),
    Fault(
      .scramBindingLeftOut, "R397",
      "It finishes a login by SCRAM without the header of its first message."),
    Fault(
      .scramErrorIgnored, "R396",
      "It takes an error in place of the server's signature for a success."),
    Fault(
      .scramExtensionIgnored, "R397",
      "It answers a message that demands an unknown extension."),
    Fault(
      .scramForeignNonceAnswered, "R395",
      "It proves its password for a nonce that is not its own."),
    Fault(
      .scramIterationsIgnored, "R397",
      "It hashes the password 4096 times, whatever the server says."),
    Fault(
      .scramNameNotEscaped, "R394",
      "It sends commas and equals signs of a user name as they are."),
    Fault(
      .scramNonceComparedByLength, "R395",
      "It proves its password for every nonce that is longer than its own."),
    Fault(
      .scramNonceConstant, "R394",
      "It begins every login by SCRAM with the same nonce."),
    Fault(
      .scramOwnNonceSent, "R397",
      "It finishes a login by SCRAM with its own nonce alone."),
    Fault(
      .scramRealmLeftOut, "R394",
      "It begins a login by SCRAM without the realm."),
    Fault(
      .scramSaltNotDecoded, "R397",
      "It uses the salt as it is written."),
    Fault(
      .scramSidLeftOut, "R397",
      "It finishes a login by SCRAM without its sid."),
    Fault(
      .scramSidOfServerIgnored, "R396",
      "It takes the signature of another login, or none, for a success."),
    Fault(
      .scramSignatureNotChecked, "R396",
      "It does not compare the signature of the server."),
    Fault(
      .scramSignatureOfProxyNotChecked, "R396",
      "It does not compare the signature of a proxy."),
    Fault(
      .scramZeroIterationsAnswered, "R397",
      "It answers a message with no iterations."),
  ]
}
