extension Variant {
  /// Variants of results and prompts.
  static let reporting: [Variant] = [
    Variant(
      .refusalIsAnError,
      "It gives its caller a final 401 or 407 as an error.",
      "RFC 9110 3.5",
      "it is acceptable for such reporting to only be observable in an error console or log file"),
    Variant(
      .cancelIsAnError,
      "It gives its caller an error where whoever was asked gave up.",
      "RFC 9110 3.5",
      "it is acceptable for such reporting to only be observable in an error console or log file"),
    Variant(
      .refusedAnswerEndsIt,
      "It asks no second time when an answer was refused.",
      "RFC 9110 15.5.2",
      "The user agent MAY repeat the request with a new or replaced Authorization header field"),
  ]
}
