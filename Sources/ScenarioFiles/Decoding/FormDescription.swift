// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The content of a form without its value's type, for schema and docs.
struct FormDescription: Sendable {
  struct Key: Sendable {
    let key: String
    let schema: YAMLSchema
    /// The ability that its use implies.
    let needs: Ability?
  }

  /// The keys beside those of the form.
  enum Rest: Sendable {
    /// They are errors.
    case none
    /// Those of another form.
    case form(@Sendable () -> YAMLSchema)
    /// Any, with such values.
    case values(@Sendable () -> YAMLSchema)
  }

  let holder: String
  let keys: [Key]
  /// The keys that a mapping must have.
  let required: [String]
  /// The keys of which a mapping must have one.
  let oneOf: [String]
  /// A mapping has one key only.
  let isSingle: Bool
  let rest: Rest
}

/// The schema of a value.
indirect enum YAMLSchema: Sendable {
  /// A text, which may look like a number.
  case text
  case anything
  case flag
  case number(ClosedRange<Int>)
  /// A number of times, as in `0..3`.
  case range
  /// One of these texts.
  case words([String])
  /// A text that matches a regular expression.
  case pattern(String)
  case list(YAMLSchema, least: Int = 0)
  /// A mapping with any keys.
  case map(YAMLSchema)
  /// A mapping with some of these keys.
  case mapOf([String], YAMLSchema)
  case any([YAMLSchema])
  /// A mapping of this form. Forms may contain each other.
  case form(@Sendable () -> FormDescription)
  case lazy(@Sendable () -> YAMLSchema)

  /// A value of a pattern.
  static let value = YAMLSchema.any([.text, .lazy { Forms.comparison.schema }])
}
