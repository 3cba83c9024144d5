extension Fault {
  /// Faults in reading challenges.
  static let challenges: [Fault] = [
    Fault(.firstInLineOnly, "R008", "It reads only the first challenge of a field line."),
    Fault(
      .missingRealmTakenForEmpty, "R057",
      "It takes a Basic challenge without a realm for one with an empty realm."),
    Fault(.schemeByCase, "R001", "It compares scheme names by case."),
    Fault(.schemeByPrefix, "R025", "It takes a scheme for another whose name it begins with."),
    Fault(
      .schemeFoldedByUnicode, "R001",
      "It folds letters outside of ASCII when it compares scheme names."),
    Fault(.parameterNamesByCase, "R002", "It compares parameter names by case."),
    Fault(
      .duplicatesMixed, "R003",
      "Where the realm comes twice it hashes the first and sends the last."),
    Fault(
      .firstDuplicateUsed, "R003",
      "It uses the first where the nonce comes twice, and hashes the last."),
    Fault(
      .blanksAroundEqualsRefused, "R004",
      "It gives a challenge up that has blanks around an equals sign."),
    Fault(.tokenValuesRefused, "R005", "It gives a challenge up whose parameter is a token."),
    Fault(
      .quotedAlgorithmRefused, "R005",
      "It gives a challenge up whose algorithm is a quoted-string."),
    Fault(.singleQuotesQuote, "R005", "It takes single quotes for quotes."),
    Fault(.quotedPairsKept, "R006", "It keeps the backslash of a quoted-pair."),
    Fault(
      .quotedPairsReadAgain, "R019",
      "It reads a quoted-string from its start again at each quoted-pair, and heeds no clock meanwhile.",
      hangs: true),
    Fault(.token68Refused, "R007", "It stops reading at a challenge with token68."),
    Fault(.splitAtQuotedCommas, "R012", "It splits challenges at commas inside quoted-strings."),
    Fault(.secondLineIgnored, "R009", "It reads only the first line of the challenge field."),
    Fault(.emptyElementsRefused, "R010", "It stops reading at an empty list element."),
    Fault(.parametersBleed, "R013", "It lends a challenge the parameters of those behind it."),
    Fault(
      .challengeFieldByCase, "R009",
      "It knows the challenge field only in its usual spelling."),
    Fault(.realmPercentDecoded, "R022", "It undoes percent-encoding in parameter values."),
    Fault(.realmFolded, "R022", "It turns the realm into lower case."),
    Fault(.valuesTrimmed, "R079", "It cuts blanks off the ends of parameter values."),
    Fault(.eightBitOctetsDropped, "R079", "It drops octets past ASCII from parameter values."),
    Fault(
      .controlsInFieldsKept, "R017",
      "It takes control characters from a field and sends them back."),
    Fault(.foldsKept, "R018", "It keeps the line break of a folded line and sends it back."),
    Fault(.foldedLinesDropped, "R018", "It drops the further lines of a folded field."),
    Fault(.foldsJoinedWithoutBlank, "R018", "It joins folded lines without a space between them."),
    Fault(
      .unknownParametersRefused, "R056",
      "It passes a challenge over that has a parameter it does not know."),
    Fault(.otherCharsetRefused, "R059", "It passes a challenge over whose charset is not UTF-8."),
    Fault(.charsetByCase, "R103", "It compares the value of charset by case."),
    Fault(.charsetIgnored, "R103", "It does not heed charset."),
    Fault(.crashesWithoutNonce, "R067", "It crashes at a Digest challenge without a nonce."),
    Fault(.crashesOnLongFields, "R019", "It crashes at a challenge of more than 4,096 octets."),
    Fault(.crashesOnEmptyChallenge, "R025", "It crashes at an empty challenge field."),
    Fault(
      .basicWithAlgorithmRefused, "R056",
      "It passes over a Basic challenge with a parameter named algorithm."),
    Fault(
      .otherCharsetOfBasicRefused, "R059",
      "It passes a Basic challenge over whose charset is not UTF-8."),
    Fault(
      .quotedSchemeTakenForChallenge, "R012",
      "It begins a new challenge at the name of a scheme behind a comma inside quotes."),
    Fault(.twoInLineOnly, "R008", "It reads only the first two challenges of a field line."),
  ]
}
