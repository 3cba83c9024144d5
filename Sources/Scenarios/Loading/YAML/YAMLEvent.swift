// SPDX-License-Identifier: Apache-2.0

/// One event of libyaml's parser, copied out.
struct YAMLEvent {
  /// The kind of event.
  enum Kind {
    case documentStart
    case scalar(String, isPlain: Bool)
    case alias(String)
    case sequenceStart
    case mappingStart
    case end
    case other
  }

  var kind: Kind
  var span: SourceSpan
  var anchor: String?
  var tag: String?
}

/// Why libyaml stopped.
struct YAMLFailure {
  /// In libyaml's words.
  var problem: String
  /// Where it stopped.
  var location: SourceLocation
  /// The context, in libyaml's words.
  var context: String
  /// Where that began.
  var contextLocation: SourceLocation?
}
