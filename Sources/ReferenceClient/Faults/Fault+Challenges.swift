// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in reading challenges.
  static let challenges: [Fault] = [
    Fault(.firstInLineOnly, "R008", "It reads only the first challenge of a field line."),
    Fault(
      .missingRealmTakenForEmpty, "R057",
      "It treats a Basic challenge without a realm as one with an empty realm."),
    Fault(.schemeByCase, "R001", "It compares scheme names with regard to case."),
    Fault(.schemeByPrefix, "R025", "It treats a scheme as another whose name it begins with."),
    Fault(
      .schemeFoldedByUnicode, "R001",
      "It folds letters outside of ASCII when it compares scheme names."),
    Fault(.parameterNamesByCase, "R002", "It compares parameter names with regard to case."),
    Fault(
      .duplicatesMixed, "R003",
      "If the realm occurs twice, it hashes the first and sends the last."),
    Fault(
      .firstDuplicateUsed, "R003",
      "If the nonce occurs twice, it uses the first and hashes the last."),
    Fault(
      .blanksAroundEqualsRefused, "R004",
      "It ignores a challenge that has spaces around an equals sign."),
    Fault(
      .tokenValuesRefused, "R005", "It ignores a challenge with a parameter whose value is a token."
    ),
    Fault(
      .quotedAlgorithmRefused, "R005",
      "It ignores a challenge whose algorithm is a quoted-string."),
    Fault(.singleQuotesQuote, "R005", "It treats single quotes as double quotes."),
    Fault(.quotedPairsKept, "R006", "It keeps the backslash of a quoted-pair."),
    Fault(
      .quotedPairsReadAgain, "R019",
      "It reads a quoted-string from its start again at each quoted-pair, without a time limit.",
      hangs: true),
    Fault(.token68Refused, "R007", "It stops reading at a challenge with token68."),
    Fault(.splitAtQuotedCommas, "R012", "It splits challenges at commas inside quoted-strings."),
    Fault(.secondLineIgnored, "R009", "It reads only the first line of the challenge field."),
    Fault(.emptyElementsRefused, "R010", "It stops reading at an empty list element."),
    Fault(.parametersBleed, "R013", "It adds the parameters of later challenges to a challenge."),
    Fault(
      .challengeFieldByCase, "R009",
      "It recognizes the challenge field only in its usual spelling."),
    Fault(.realmPercentDecoded, "R022", "It percent-decodes parameter values."),
    Fault(.realmFolded, "R022", "It changes the realm to lower case."),
    Fault(.valuesTrimmed, "R079", "It removes spaces at the ends of parameter values."),
    Fault(
      .eightBitOctetsDropped, "R079", "It drops octets outside of ASCII from parameter values."),
    Fault(
      .controlsInFieldsKept, "R017",
      "It accepts control characters in a field and sends them back."),
    Fault(.foldsKept, "R018", "It keeps the line break of a folded line and sends it back."),
    Fault(.foldedLinesDropped, "R018", "It drops the continuation lines of a folded field."),
    Fault(.foldsJoinedWithoutBlank, "R018", "It joins folded lines without a space between them."),
    Fault(
      .unknownParametersRefused, "R056",
      "It ignores a challenge that has an unknown parameter."),
    Fault(.otherCharsetRefused, "R059", "It ignores a challenge whose charset is not UTF-8."),
    Fault(.charsetByCase, "R103", "It compares the value of charset with regard to case."),
    Fault(.charsetIgnored, "R103", "It ignores charset."),
    Fault(.crashesWithoutNonce, "R067", "It crashes at a Digest challenge without a nonce."),
    Fault(.crashesOnLongFields, "R019", "It crashes at a challenge of more than 4,096 octets."),
    Fault(.crashesOnEmptyChallenge, "R025", "It crashes at an empty challenge field."),
    Fault(
      .basicWithAlgorithmRefused, "R056",
      "It ignores a Basic challenge with a parameter named algorithm."),
    Fault(
      .otherCharsetOfBasicRefused, "R059",
      "It ignores a Basic challenge whose charset is not UTF-8."),
    Fault(
      .quotedSchemeTakenForChallenge, "R012",
      "It begins a new challenge at the name of a scheme after a comma inside quotes."),
    Fault(.twoInLineOnly, "R008", "It reads only the first two challenges of a field line."),
  ]
}
