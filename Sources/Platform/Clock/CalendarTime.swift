// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// A time of the Gregorian calendar, UTC.
package struct CalendarTime {
  /// The digits `YYYYMMDDHHMMSS`, for years from 1000.
  package let digits: String

  package init(secondsSince1970 seconds: Int64) {
    var time = time_t(seconds)
    var parts = unsafe tm()
    _ = unsafe gmtime_r(&time, &parts)
    let numbers = unsafe [
      parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
      parts.tm_sec,
    ]
    digits = String(numbers.reduce(Int64(0)) { $0 * 100 + Int64($1) })
  }
}
