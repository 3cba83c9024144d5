// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// A copy of an event of libyaml's parser.
struct YAMLEvent {
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
  /// The problems with messages of their own. libyaml identifies a problem only by a text.
  enum Problem: String {
    case unknownToken = "found character that cannot start any token"
    case tabIndents = "found a tab character that violates indentation"
    case tabInIndentation = "found a tab character where an indentation space is expected"
    case misplacedValue = "mapping values are not allowed in this context"
    case missingColon = "could not find expected ':'"
    case missingKey = "did not find expected key"
    case missingDash = "did not find expected '-' indicator"
    case openList = "did not find expected ',' or ']'"
    case openMapping = "did not find expected ',' or '}'"
    case openText = "found unexpected end of stream"
    case documentInText = "found unexpected document indicator"
    case unknownEscape = "found unknown escape character"
    case misplacedList = "block sequence entries are not allowed in this context"
    case secondRoot = "did not find expected <document start>"
    case missingNode = "did not find expected node content"
    case misplacedBlockKey = "block mapping keys are not allowed in this context"
    case misplacedKey = "mapping keys are not allowed in this context"
  }

  /// The problem; `nil` if it has no message of its own.
  var problem: Problem?
  /// libyaml's description of the problem and its context.
  var text: String
  /// The place where it stopped.
  var location: SourceLocation
  /// The beginning of the context of the problem.
  var contextLocation: SourceLocation?
}
