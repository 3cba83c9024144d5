// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants in choosing a challenge.
  static let choice: [Variant] = [
    Name.strongestDigestTaken.does(
      "Of several Digest challenges it answers the one with the strongest algorithm.",
      allowedBy: "RFC 7616 3.7",
      "it SHOULD use the first challenge it supports, unless a local policy dictates otherwise"),
    Name.firstDuplicateTaken.does(
      "If a parameter occurs twice, it uses only the first.",
      allowedBy: "RFC 9110 2.4",
      "a recipient MAY attempt to recover a usable protocol element from an invalid construct"),
    Name.lastDuplicateTaken.does(
      "If a parameter occurs twice, it uses only the last.",
      allowedBy: "RFC 9110 2.4",
      "a recipient MAY attempt to recover a usable protocol element from an invalid construct"),
    Name.brokenFieldsGivenUp.does(
      "It uses no challenge of a response if one of them is malformed.",
      allowedBy: "RFC 9110 2.4",
      "a recipient MAY attempt to recover a usable protocol element from an invalid construct"),
    Name.fewRounds.does(
      "It answers at most three challenges of a server in one request.",
      allowedBy: "RFC 9110 15.5.2",
      "The user agent MAY repeat the request with a new or replaced Authorization header field"),
  ]
}
