// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of results and prompts.
  static let reporting: [Variant] = [
    Name.tokensNotAskedFor.does(
      "It asks its caller for passwords, and never for tokens.",
      allowedBy: "RFC 6750 1",
      "OAuth enables clients to access protected resources by obtaining an access token",
      mayBeInconclusive: true),
    Name.refusalIsAnError.does(
      "It reports a final 401 or 407 as an error.",
      allowedBy: "RFC 9110 3.5",
      "it is acceptable for such reporting to only be observable in an error console or log file"),
    Name.cancelIsAnError.does(
      "It reports an error if the user cancelled.",
      allowedBy: "RFC 9110 3.5",
      "it is acceptable for such reporting to only be observable in an error console or log file"),
    Name.refusedAnswerEndsIt.does(
      "It does not ask again after a refused answer.",
      allowedBy: "RFC 9110 15.5.2",
      "The user agent MAY repeat the request with a new or replaced Authorization header field"),
  ]
}
