// SPDX-License-Identifier: Apache-2.0

/// Compares the `uri` of Digest credentials with the request's target.
///
/// `uri` may be `*`, an absolute URI or a path, but must agree with the request-target: if that is
/// absolute, so is `uri` (RFC 7616 3.4.6). Real clients send path and query through a proxy, and a
/// proxy may change the form of the target, so this is accepted, too.
enum TargetAgreement {
  /// The mistake that explains the difference; `nil` if they agree.
  static func mistake(uri: Octets, target: Octets) -> Mistake? {
    if uri == target { return nil }
    let path = target.pathAndQuery
    if let path, path == uri || path == uri.pathAndQuery && target.authority == uri.authority {
      return nil
    }
    let ways = [target] + (path.map { [$0] } ?? [])
    if ways.contains(where: { $0.withoutQuery == uri && $0 != uri }) { return .uriWithoutQuery }
    if let uriPath = uri.pathAndQuery {
      if uriPath == target || uri.authority == target { return .uriAbsolute }
      if target.withoutQuery == uriPath { return .uriWithoutQuery }
    }
    // authority-form and asterisk-form (RFC 9112 3.2.3, 3.2.4)
    if path == nil, target.first != 0x2F, uri.isEmpty || uri.first == 0x2F { return .uriPathOnly }
    if ways.contains(where: { $0.percentDecoded == uri }) { return .uriPercentDecoded }
    if ways.contains(where: { uri.percentDecoded == $0 }) { return .uriPercentEncodedTwice }
    if ways.contains(where: { uri.count > $0.count && uri.starts(with: $0) && uri.contains(0x23) })
    {
      return .uriWithFragment
    }
    return .uriOther
  }
}

extension Octets {
  /// Path and query of an absolute-URI, `/` for an empty path; `nil` for any other form.
  var pathAndQuery: Octets? {
    guard let start = authorityStart else { return nil }
    guard let slash = bytes[start...].firstIndex(where: { $0 == 0x2F || $0 == 0x3F }) else {
      return "/"
    }
    if bytes[slash] == 0x3F { return Octets([0x2F] + bytes[slash...]) }
    return Octets(bytes[slash...])
  }

  /// The authority of an absolute-URI; `nil` for any other form.
  var authority: Octets? {
    guard let start = authorityStart else { return nil }
    return Octets(bytes[start...].prefix { $0 != 0x2F && $0 != 0x3F })
  }

  /// The octets before the first question mark.
  var withoutQuery: Octets { Octets(bytes.prefix { $0 != 0x3F }) }

  private var authorityStart: Int? {
    guard let colon = bytes.firstIndex(where: { $0 == 0x3A || $0 == 0x2F || $0 == 0x3F }),
      colon > bytes.startIndex, bytes[colon...].starts(with: [0x3A, 0x2F, 0x2F])
    else { return nil }
    return colon + 3
  }
}
