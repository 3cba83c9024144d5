// SPDX-License-Identifier: Apache-2.0

/// A day of the Gregorian calendar, as `2027-05-31`.
package struct CalendarDate: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The date as text. The order of such texts is that of the days.
  package let description: String

  /// Parses a date; `nil` if there is no such day.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count == 10, parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
      let year = Int(digits: parts[0]), let month = Int(digits: parts[1]),
      let day = Int(digits: parts[2]),
      (1...12).contains(month), day >= 1, day <= CalendarDate.days(of: month, in: year)
    else { return nil }
    description = text
  }

  /// `true` if `left` is the earlier day.
  package static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    left.description < right.description
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDate {
  /// The day of a time in seconds since 1970, UTC.
  package init(seconds: Int64) {
    let days = min(max(seconds, 0), 253_402_300_799) / 86_400
    // Counts in eras of 400 years that begin on March 1.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let calendarMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0)
    func padded(_ number: Int64, to width: Int) -> String {
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    description =
      "\(padded(year, to: 4))-\(padded(calendarMonth, to: 2))-\(padded(day, to: 2))"
  }
}
