// SPDX-License-Identifier: Apache-2.0

import Scenarios

internal import CYAML

/// Parses octets into events with libyaml. All unsafe code for libyaml is here.
enum YAMLEventReader {
  /// Calls `body` with each event until it returns `false`. Returns the failure of libyaml, if any.
  ///
  /// The octets must be UTF-8 without a byte order mark.
  static func read(_ bytes: [UInt8], _ body: (YAMLEvent) -> Bool) -> YAMLFailure? {
    // The structure points into itself, so it must not move.
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { unsafe parser.deallocate() }
    guard unsafe yaml_parser_initialize(parser) == 1 else { return outOfMemory }
    defer { unsafe yaml_parser_delete(parser) }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      unsafe yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      while true {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { return unsafe failure(parser) }
        defer { unsafe yaml_event_delete(&event) }
        if unsafe event.type == YAML_STREAM_END_EVENT || event.type == YAML_NO_EVENT { return nil }
        guard body(unsafe copy(event)) else { return nil }
      }
    }
  }

  private static let outOfMemory = YAMLFailure(
    text: "out of memory", location: .init(line: 1, column: 1))

  private static func copy(_ event: yaml_event_t) -> YAMLEvent {
    let span = SourceSpan(
      start: location(unsafe event.start_mark), end: location(unsafe event.end_mark))
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, span: span)
    case YAML_ALIAS_EVENT:
      return YAMLEvent(kind: .alias(unsafe text(event.data.alias.anchor) ?? ""), span: span)
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let octets = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let content = unsafe String(decoding: octets, as: UTF8.self)
      let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
      return YAMLEvent(
        kind: .scalar(content, isPlain: isPlain), span: span,
        anchor: unsafe text(scalar.anchor), tag: unsafe text(scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      return YAMLEvent(
        kind: .sequenceStart, span: span,
        anchor: unsafe text(start.anchor), tag: unsafe text(start.tag))
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      return YAMLEvent(
        kind: .mappingStart, span: span,
        anchor: unsafe text(start.anchor), tag: unsafe text(start.tag))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .end, span: span)
    default: return YAMLEvent(kind: .other, span: span)
    }
  }

  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe String(cString: pointer)
  }

  private static func failure(_ parser: UnsafeMutablePointer<yaml_parser_t>) -> YAMLFailure {
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
    let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) }
    return YAMLFailure(
      problem: problem.flatMap(YAMLFailure.Problem.init),
      text: (problem ?? "out of memory") + (context.map { " (\($0))" } ?? ""),
      location: location(unsafe parser.pointee.problem_mark),
      contextLocation: context == nil ? nil : location(unsafe parser.pointee.context_mark))
  }

  /// The location of a mark, which counts lines and characters from 0.
  private static func location(_ mark: yaml_mark_t) -> SourceLocation {
    SourceLocation(line: mark.line + 1, column: mark.column + 1)
  }
}
