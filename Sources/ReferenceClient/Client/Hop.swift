import HTTPAuth

/// One request of a chain of redirects.
struct Hop {
  /// Where it goes.
  var address: WebAddress
  /// The method.
  var method: Octets
  /// The body; nil for none.
  var body: Octets?
  /// The body can be read once only.
  var isStream = false
  /// The body's length is not known before.
  var isChunked = false
  /// There is no body, though fields tell of one: a fault.
  var announcesNothing = false
  /// The caller's own lines.
  var lines: [FieldSection.Line]
  /// Where a redirect led here from.
  var referrer: String?
  /// Lines of the caller's that were taken away on the way.
  var dropped: [FieldSection.Line] = []

  /// The caller's own line of that name.
  func callers(_ name: Octets) -> Octets? {
    lines.first { $0.name.equalsIgnoringCase(name) }?.value
  }
}
