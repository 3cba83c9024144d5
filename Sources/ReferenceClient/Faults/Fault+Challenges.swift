// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in reading challenges.
  static let challenges: [Fault] = [
    Name.schemeByCase.breaks("R001", "It compares scheme names with regard to case."),
    Name.schemeByPrefix.breaks("R025", "It treats a scheme as another whose name it begins with."),
    Name.schemeFoldedByUnicode.breaks(
      "R001", "It folds letters outside of ASCII when it compares scheme names."),
    Name.parameterNamesByCase.breaks("R002", "It compares parameter names with regard to case."),
    Name.duplicatesMixed.breaks(
      "R003", "If the realm occurs twice, it hashes the first and sends the last."),
    Name.firstDuplicateUsed.breaks(
      "R003", "If the nonce occurs twice, it uses the first and hashes the last."),
    Name.blanksAroundEqualsRefused.breaks(
      "R004", "It ignores a challenge that has spaces around an equals sign."),
    Name.tokenValuesRefused.breaks(
      "R005", "It ignores a challenge with a parameter whose value is a token."),
    Name.singleQuotesQuote.breaks("R005", "It treats single quotes as double quotes."),
    Name.quotedPairsKept.breaks("R006", "It keeps the backslash of a quoted-pair."),
    Name.quotedPairsReadAgain.breaks(
      "R019",
      "It reads a quoted-string from its start again at each quoted-pair, without a time limit.",
      hangs: true),
    Name.token68Refused.breaks("R007", "It stops reading at a challenge with token68."),
    Name.splitAtQuotedCommas.breaks(
      "R012", "It splits challenges at commas inside quoted-strings."),
    Name.secondLineIgnored.breaks("R009", "It reads only the first line of the challenge field."),
    Name.emptyElementsRefused.breaks("R010", "It stops reading at an empty list element."),
    Name.parametersBleed.breaks(
      "R013", "It adds the parameters of later challenges to a challenge."),
    Name.realmPercentDecoded.breaks("R022", "It percent-decodes parameter values."),
    Name.realmFolded.breaks("R022", "It changes the realm to lower case."),
    Name.valuesTrimmed.breaks("R079", "It removes spaces at the ends of parameter values."),
    Name.controlsInFieldsKept.breaks(
      "R017", "It accepts control characters in a field and sends them back."),
    Name.foldsKept.breaks("R018", "It keeps the line break of a folded line and sends it back."),
    Name.foldedLinesDropped.breaks("R018", "It drops the continuation lines of a folded field."),
    Name.unknownParametersRefused.breaks(
      "R056", "It ignores a challenge that has an unknown parameter."),
    Name.otherCharsetRefused.breaks("R059", "It ignores a challenge whose charset is not UTF-8."),
    Name.charsetIgnored.breaks("R103", "It ignores charset."),
    Name.crashesWithoutNonce.breaks("R067", "It crashes at a Digest challenge without a nonce."),
    Name.crashesOnLongFields.breaks("R257", "It crashes at a challenge of more than 4,096 octets."),
    Name.basicWithAlgorithmRefused.breaks(
      "R056", "It ignores a Basic challenge with a parameter named algorithm."),
    Name.otherCharsetOfBasicRefused.breaks(
      "R059", "It ignores a Basic challenge whose charset is not UTF-8."),
    Name.quotedSchemeTakenForChallenge.breaks(
      "R012", "It begins a new challenge at the name of a scheme after a comma inside quotes."),
    Name.twoInLineOnly.breaks("R008", "It reads only the first two challenges of a field line."),
  ]
}
