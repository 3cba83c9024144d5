// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// A time of the Gregorian calendar, UTC.
package struct CalendarTime {
  /// `YYYYMMDDHHMMSS`.
  package let digits: String

  package init(secondsSince1970 seconds: Int64) {
    var time = time_t(seconds)
    var parts = unsafe tm()
    _ = unsafe gmtime_r(&time, &parts)
    let rest = unsafe [
      parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
    ]
    digits =
      unsafe CalendarTime.padded(parts.tm_year + 1900, 4)
      + rest.map { CalendarTime.padded($0, 2) }.joined()
  }

  private static func padded(_ number: Int32, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
