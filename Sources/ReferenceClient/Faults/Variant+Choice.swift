// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants in choosing a challenge.
  static let choice: [Variant] = [
    Variant(
      .strongestDigestTaken,
      "Of several Digest challenges it answers the one with the strongest algorithm.",
      "RFC 7616 3.7",
      "it SHOULD use the first challenge it supports, unless a local policy dictates otherwise"),
    Variant(
      .firstDuplicateTaken,
      "If a parameter occurs twice, it uses only the first.",
      "RFC 9110 2.4",
      "a recipient MAY attempt to recover a usable protocol element from an invalid construct"),
    Variant(
      .lastDuplicateTaken,
      "If a parameter occurs twice, it uses only the last.",
      "RFC 9110 2.4",
      "a recipient MAY attempt to recover a usable protocol element from an invalid construct"),
    Variant(
      .brokenFieldsGivenUp,
      "It uses no challenge of a response if one of them is malformed.",
      "RFC 9110 2.4",
      "a recipient MAY attempt to recover a usable protocol element from an invalid construct"),
    Variant(
      .fewRounds,
      "It answers at most three challenges of a server in one request.",
      "RFC 9110 15.5.2",
      "The user agent MAY repeat the request with a new or replaced Authorization header field"),
  ]
}
