// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// Builds a tree from libyaml's events, without recursion, and stops as soon as a limit is
/// exceeded.
struct YAMLComposer {
  /// The maximum depth of mappings and lists inside each other.
  static let maximumDepth = 32

  private let collector: DiagnosticCollector
  private var stack: [Frame] = []
  private var root: YAMLNode?
  private var documents = 0

  /// A mapping or list that is not yet complete.
  private struct Frame {
    var isMapping: Bool
    var span: SourceSpan
    var nodes: [YAMLNode] = []
    var entries: [YAMLNode.Entry] = []
    var key: YAMLNode?
    /// The line of each name.
    var names: [String: Int] = [:]
    var hasPlaceholders = false
  }

  /// The tree of a file's only document. Returns `nil`, and reports why, if there is none or it is
  /// not YAML.
  static func compose(_ collector: DiagnosticCollector) -> YAMLNode? {
    guard TextCheck.passes(collector) else { return nil }
    var composer = YAMLComposer(collector: collector)
    var isStopped = false
    let failure = YAMLEventReader.read(collector.source.bytes) { event in
      isStopped = !composer.take(event)
      return !isStopped
    }
    if let failure {
      failure.report(to: collector)
      return nil
    }
    if isStopped { return nil }
    if composer.root == nil {
      collector.report(
        .beginning, "the file is empty", hint: "it holds nothing but comments")
    }
    return composer.root
  }

  private init(collector: DiagnosticCollector) { self.collector = collector }

  /// Handles an event. Returns `false` to stop.
  private mutating func take(_ event: YAMLEvent) -> Bool {
    checkProperties(event)
    switch event.kind {
    case .documentStart:
      documents += 1
      if documents > 1 {
        collector.report(
          event.span, "a second document begins here", hint: "a file holds one: make two files")
        return false
      }
    case .scalar(let text, let isPlain):
      add(
        YAMLNode(
          content: .scalar(text, isPlain: isPlain), span: event.span,
          hasPlaceholders: text.hasPlaceholderMark))
    case .alias(let name):
      collector.report(
        event.span, "aliases are not used here: \"*\(name)\"",
        hint: "write the value out, put it in matrix:, or in quotes if a text begins with \"*\"")
      add(YAMLNode(content: .broken, span: event.span, hasPlaceholders: false))
    case .sequenceStart, .mappingStart:
      guard stack.count < YAMLComposer.maximumDepth else {
        collector.report(
          event.span, "more than \(YAMLComposer.maximumDepth) mappings and lists inside each other")
        return false
      }
      var isMapping = false
      if case .mappingStart = event.kind { isMapping = true }
      stack.append(Frame(isMapping: isMapping, span: event.span))
    case .end:
      guard let frame = stack.popLast() else { return true }
      let content: YAMLNode.Content =
        frame.isMapping ? .mapping(frame.entries) : .sequence(frame.nodes)
      let span = SourceSpan(start: frame.span.start, end: max(event.span.end, frame.span.end))
      add(YAMLNode(content: content, span: span, hasPlaceholders: frame.hasPlaceholders))
    case .other:
      break
    }
    return true
  }

  private func checkProperties(_ event: YAMLEvent) {
    if let anchor = event.anchor {
      collector.report(
        event.span, "anchors are not used here: \"&\(anchor)\"",
        hint: "write the value out where it is needed, or put it in matrix:")
    }
    if event.tag != nil {
      collector.report(
        event.span, "tags are not used here",
        hint: "leave it out; a text that begins with \"!\" needs quotes")
    }
  }

  private mutating func add(_ node: YAMLNode) {
    guard var frame = stack.popLast() else {
      root = node
      return
    }
    defer { stack.append(frame) }
    guard frame.isMapping else {
      if node.hasPlaceholders { frame.hasPlaceholders = true }
      frame.nodes.append(node)
      return
    }
    guard let key = frame.key else {
      frame.key = node
      return
    }
    frame.key = nil
    guard case .scalar(let name, _) = key.content else {
      if !key.isBroken { collector.report(key.span, "a key must be a text, not \(key.kind)") }
      return
    }
    if let line = frame.names.updateValue(key.span.start.line, forKey: name) {
      collector.report(
        key.span, "the key \"\(name)\" occurs twice in this mapping",
        hint: "the first one is in line \(line)")
      return
    }
    if key.hasPlaceholders || node.hasPlaceholders { frame.hasPlaceholders = true }
    frame.entries.append(.init(name: name, nameSpan: key.span, value: node))
  }

  private func max(_ left: SourceLocation, _ right: SourceLocation) -> SourceLocation {
    (left.line, left.column) < (right.line, right.column) ? right : left
  }
}

extension String {
  /// `true` if it contains `${`.
  var hasPlaceholderMark: Bool {
    // Most texts have no "$" at all, and a search for one octet is cheap.
    guard utf8.contains(UInt8(ascii: "$")) else { return false }
    var last: UInt8 = 0
    for octet in utf8 {
      if last == UInt8(ascii: "$"), octet == UInt8(ascii: "{") { return true }
      last = octet
    }
    return false
  }
}
