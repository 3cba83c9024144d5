extension Variant {
  /// Variants in choosing a challenge.
  static let choice: [Variant] = [
    Variant(
      .strongestDigestTaken,
      "Of several Digests it answers the one with the strongest algorithm.",
      "RFC 7616 3.7",
      "it SHOULD use the first challenge it supports, unless a local policy dictates otherwise"),
    Variant(
      .firstDuplicateTaken,
      "Of a parameter that stands twice it takes the first, and only that.",
      "RFC 9110 2.4",
      "a recipient MAY attempt to recover a usable protocol element from an invalid construct"),
    Variant(
      .lastDuplicateTaken,
      "Of a parameter that stands twice it takes the last, and only that.",
      "RFC 9110 2.4",
      "a recipient MAY attempt to recover a usable protocol element from an invalid construct"),
    Variant(
      .brokenFieldsGivenUp,
      "It uses no challenge of a response of which one is malformed.",
      "RFC 9110 2.4",
      "a recipient MAY attempt to recover a usable protocol element from an invalid construct"),
    Variant(
      .fewRounds,
      "It answers three challenges of a server in one request at most.",
      "RFC 9110 15.5.2",
      "The user agent MAY repeat the request with a new or replaced Authorization header field"),
  ]
}
