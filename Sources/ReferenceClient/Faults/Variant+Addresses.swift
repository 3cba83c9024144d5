// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of URLs and cookies.
  static let addresses: [Variant] = [
    Variant(
      .percentDigitsInLowerCase,
      "It percent-encodes with lower-case digits.",
      "RFC 3986 2.1",
      "If two URIs differ only in the case of hexadecimal digits used in percent-encoded octets, "
        + "they are equivalent."
    ),
    Variant(
      .unreservedDecoded,
      "It decodes percent-encodings in a URL that are not necessary.",
      "RFC 3986 2.3",
      "should be decoded to their corresponding unreserved characters by URI normalizers"),
    Variant(
      .dotSegmentsRemoved,
      "It removes dot segments from a URL of its caller.",
      "RFC 3986 6.2.2.3",
      "URI normalizers should remove dot-segments by applying the remove_dot_segments algorithm to "
        + "the path"
    ),
    Variant(
      .cookiesInReverse,
      "It sends cookies in another order.",
      "RFC 6265 4.2.2",
      "Although cookies are serialized linearly in the Cookie header, servers SHOULD NOT rely upon "
        + "the serialization order."
    ),
    Variant(
      .cookiesByPath,
      "It sends cookies of longer paths first.",
      "RFC 6265 5.4",
      "Cookies with longer paths are listed before cookies with shorter paths."),
  ]
}
