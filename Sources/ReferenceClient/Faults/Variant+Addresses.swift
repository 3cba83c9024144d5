// SPDX-License-Identifier: Apache-2.0

extension Variant {
  /// Variants of URLs and cookies.
  static let addresses: [Variant] = [
    Name.percentDigitsInLowerCase.does(
      "It percent-encodes with lower-case digits.",
      allowedBy: "RFC 3986 2.1",
      "If two URIs differ only in the case of hexadecimal digits used in percent-encoded octets, "
        + "they are equivalent."
    ),
    Name.unreservedDecoded.does(
      "It decodes percent-encodings in a URL that are not necessary.",
      allowedBy: "RFC 3986 2.3",
      "should be decoded to their corresponding unreserved characters by URI normalizers"),
    Name.dotSegmentsRemoved.does(
      "It removes dot segments from a URL of its caller.",
      allowedBy: "RFC 3986 6.2.2.3",
      "URI normalizers should remove dot-segments by applying the remove_dot_segments algorithm to "
        + "the path"
    ),
    Name.cookiePrefixesIgnored.does(
      "It stores cookies whose names promise attributes that they do not have.",
      allowedBy: "RFC 6265 5.3", "Insert the newly created cookie into the cookie store."),
    Name.cookiesInReverse.does(
      "It sends cookies in another order.",
      allowedBy: "RFC 6265 4.2.2",
      "Although cookies are serialized linearly in the Cookie header, servers SHOULD NOT rely upon "
        + "the serialization order."
    ),
    Name.cookiesByPath.does(
      "It sends cookies of longer paths first.",
      allowedBy: "RFC 6265 5.4",
      "Cookies with longer paths are listed before cookies with shorter paths."),
  ]
}
