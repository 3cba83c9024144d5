// SPDX-License-Identifier: Apache-2.0

/// The active mutant of the client, and the mutants that could have made a difference, for the
/// whole process.
///
/// The client's code calls it at each site. If a mutant would have the same result, it is not
/// recorded as one that could have made a difference. If that is unknown without evaluating more
/// code, it is recorded.
public enum Mutants {
  /// The number of the active mutant; 0 for none, -1 while recording the mutants that could make a
  /// difference.
  nonisolated(unsafe) private static var chosen = 0
  nonisolated(unsafe) private static var noted: [Bool] = []

  /// Activates the mutant of that number, or none for 0.
  public static func choose(_ number: Int) { chosen = number }

  /// Deactivates mutants, and records which of `count` mutants could make a difference.
  public static func watch(_ count: Int) {
    chosen = -1
    noted = Array(repeating: false, count: count + 1)
  }

  /// The numbers of the mutants that could have made a difference since the last call.
  public static func takeNoted() -> [Int] {
    defer { noted = Array(repeating: false, count: noted.count) }
    return noted.indices.filter { noted[$0] }
  }

  private static func note(_ number: Int) {
    if noted.indices.contains(number) { noted[number] = true }
  }

  // MARK: Calls of the client's code

  /// `true` for the mutant of that number.
  static func isOn(_ number: Int) -> Bool {
    if chosen == 0 { return false }
    if chosen == -1 { note(number) }
    return chosen == number
  }

  /// The other value for the mutant.
  static func flip(_ number: Int, _ value: Bool) -> Bool { isOn(number) ? !value : value }

  /// `true`, but `false` for the mutant.
  static func passes(_ number: Int) -> Bool { !isOn(number) }

  /// One of several conditions: negated, or left out; 0 means no mutant.
  static func clause(_ negated: Int, _ leftOut: Int, _ value: Bool) -> Bool {
    if chosen == 0 { return value }
    if chosen == -1 {
      note(negated)
      if !value { note(leftOut) }
      return value
    }
    if chosen == negated { return !value }
    return value || (chosen == leftOut && leftOut != 0)
  }

  /// `left && right`: with `||`, without the right operand, without the left.
  static func and(
    _ number: Int, _ left: Bool, _ right: @autoclosure () throws -> Bool
  ) rethrows -> Bool {
    switch chosen {
    case number: return try left || right()
    case number + 1: return left
    case number + 2: return try right()
    case -1:
      guard left else {
        note(number)
        note(number + 2)
        return false
      }
      let value = try right()
      if !value {
        note(number)
        note(number + 1)
      }
      return value
    default: return try left && right()
    }
  }

  /// `left || right`: with `&&`, without the right operand, without the left.
  static func or(
    _ number: Int, _ left: Bool, _ right: @autoclosure () throws -> Bool
  ) rethrows -> Bool {
    switch chosen {
    case number: return try left && right()
    case number + 1: return left
    case number + 2: return try right()
    case -1:
      if left {
        note(number)
        note(number + 2)
        return true
      }
      let value = try right()
      if value {
        note(number)
        note(number + 1)
      }
      return value
    default: return try left || right()
    }
  }

  /// `left < right`: with `<=`, with `>=`.
  static func less<Value: Comparable>(_ number: Int, _ left: Value, _ right: Value) -> Bool {
    relation(number, left < right, left <= right, left >= right)
  }

  /// `left <= right`: with `<`, with `>`.
  static func atMost<Value: Comparable>(_ number: Int, _ left: Value, _ right: Value) -> Bool {
    relation(number, left <= right, left < right, left > right)
  }

  /// `left > right`: with `>=`, with `<=`.
  static func greater<Value: Comparable>(_ number: Int, _ left: Value, _ right: Value) -> Bool {
    relation(number, left > right, left >= right, left <= right)
  }

  /// `left >= right`: with `>`, with `<`.
  static func atLeast<Value: Comparable>(_ number: Int, _ left: Value, _ right: Value) -> Bool {
    relation(number, left >= right, left > right, left < right)
  }

  /// The result of a comparison; with or without equality, and negated.
  static func relation(_ number: Int, _ value: Bool, _ near: Bool, _ other: Bool) -> Bool {
    switch chosen {
    case number: return near
    case number + 1: return other
    case -1:
      if near != value { note(number) }
      note(number + 1)
      return value
    default: return value
    }
  }

  /// `left == right`: negated; with another constant.
  static func same<Value: Equatable>(
    _ number: Int, _ constant: Int, _ left: Value, _ right: Value, _ other: @autoclosure () -> Value
  ) -> Bool {
    let value = left == right
    if chosen == 0 { return value }
    if chosen == -1 {
      note(number)
      if (left == other()) != value { note(constant) }
      return value
    }
    if chosen == constant { return left == other() }
    return chosen == number && number != 0 ? !value : value
  }

  /// A comparison with a constant, or with another one.
  static func less<Value: Comparable>(
    _ number: Int, _ constant: Int, _ left: Value, _ right: Value, _ other: Value
  ) -> Bool {
    changed(constant, less(number, left, right), left < right, left < other)
  }

  static func atMost<Value: Comparable>(
    _ number: Int, _ constant: Int, _ left: Value, _ right: Value, _ other: Value
  ) -> Bool {
    changed(constant, atMost(number, left, right), left <= right, left <= other)
  }

  static func greater<Value: Comparable>(
    _ number: Int, _ constant: Int, _ left: Value, _ right: Value, _ other: Value
  ) -> Bool {
    changed(constant, greater(number, left, right), left > right, left > other)
  }

  static func atLeast<Value: Comparable>(
    _ number: Int, _ constant: Int, _ left: Value, _ right: Value, _ other: Value
  ) -> Bool {
    changed(constant, atLeast(number, left, right), left >= right, left >= other)
  }

  private static func changed(_ constant: Int, _ value: Bool, _ plain: Bool, _ other: Bool) -> Bool
  {
    if chosen == constant { return other }
    if chosen == -1, other != plain { note(constant) }
    return value
  }

  /// `(low...high).contains(value)`: with another lower end, with another upper end.
  static func within<Value: Comparable>(
    _ lower: Int, _ upper: Int, _ low: Value, _ otherLow: Value, _ high: Value,
    _ otherHigh: Value, _ value: Value
  ) -> Bool {
    span(lower, upper, low, otherLow, high, otherHigh) ~= value
  }

  /// A range in a switch.
  static func span<Value: Comparable>(
    _ lower: Int, _ upper: Int, _ low: Value, _ otherLow: Value, _ high: Value, _ otherHigh: Value
  ) -> MutableSpan<Value> {
    MutableSpan(
      lower: lower, upper: upper, low: low, otherLow: otherLow, high: high, otherHigh: otherHigh)
  }

  struct MutableSpan<Value: Comparable> {
    var lower, upper: Int
    var low, otherLow, high, otherHigh: Value

    static func ~= (span: Self, value: Value) -> Bool {
      let isIn = value >= span.low && value <= span.high
      if chosen == 0 { return isIn }
      if chosen == -1 {
        if value == span.low { note(span.lower) }
        if value == span.otherHigh { note(span.upper) }
        return isIn
      }
      if chosen == span.lower { return value >= span.otherLow && value <= span.high }
      if chosen == span.upper { return value >= span.low && value <= span.otherHigh }
      return isIn
    }
  }

  /// A constant in a switch.
  static func one<Value: Equatable>(
    _ number: Int, _ value: Value, _ other: Value
  ) -> MutableConstant<Value> { MutableConstant(number: number, value: value, other: other) }

  struct MutableConstant<Value: Equatable> {
    var number: Int
    var value, other: Value

    static func ~= (constant: Self, value: Value) -> Bool {
      same(0, constant.number, value, constant.value, constant.other)
    }
  }

  /// A number, or the number plus one.
  static func off<Value: FixedWidthInteger>(_ number: Int, _ value: Value) -> Value {
    isOn(number) ? value &+ 1 : value
  }
}
