// SPDX-License-Identifier: Apache-2.0

/// A time of the Gregorian calendar, UTC.
struct CalendarTime {
  let year, month, day, hour, minute, second: Int64

  init(secondsSince1970 seconds: Int64) {
    var days = seconds / 86_400
    var rest = seconds % 86_400
    if rest < 0 {
      rest += 86_400
      days -= 1
    }
    (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
    // Years begin in March, so that the day of the leap year is the last. An era has 400 years.
    let sinceEra = days + 719_468
    let era = (sinceEra >= 0 ? sinceEra : sinceEra - 146_096) / 146_097
    let dayOfEra = sinceEra - era * 146_097
    let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `YYYYMMDDHHMMSS`.
  var digits: String {
    CalendarTime.padded(year, 4)
      + [month, day, hour, minute, second].map { CalendarTime.padded($0, 2) }.joined()
  }

  private static func padded(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
