// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of reading responses.
  static let reading: [Variant] = [
    Name.controlsRefused.does(
      "It rejects a response with NUL or CR in a field.",
      allowedBy: "RFC 9110 5.5",
      "MUST either reject the message or replace each of those characters with SP"),
    Name.longFieldsRefused.does(
      "It rejects a response with a field line of more than 16,384 octets.",
      allowedBy: "RFC 9110 5.4",
      "HTTP does not place a predefined limit on the length of each field line"),
    Name.longFieldsDiscarded.does(
      "It ignores a field line of more than 16,384 octets.",
      allowedBy: "RFC 9110 5.4",
      "A client MAY discard or truncate received field lines that are larger than the client "
        + "wishes to process"
    ),
    Name.bareLineFeedsRefused.does(
      "It rejects a response whose lines end in LF alone.",
      allowedBy: "RFC 9112 2.2",
      "a recipient MAY recognize a single LF as a line terminator and ignore any preceding CR"),
    Name.fewInterimResponses.does(
      "It rejects more than 20 interim responses.",
      allowedBy: "RFC 9110 15.2",
      "A client MUST be able to parse one or more 1xx responses received prior to a final response"),
  ]
}
