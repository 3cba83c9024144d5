internal import ClientDrivers
internal import ScenarioLanguage

/// Holds a run's results against the failures that are known: what is expected, what has been mended, what is stale.
struct ExpectationLedger {
  private let entries: [ExpectedFailures.Entry]
  /// By entry: a case of the run was meant, and played.
  private var wasPlayed: [Bool]
  /// By entry: a check failed as it says.
  private var wasMet: [Bool]

  init(_ expected: ExpectedFailures?, client: ClientIdentity) {
    entries = expected?.entries ?? []
    wasPlayed = Array(repeating: false, count: entries.count)
    wasMet = Array(repeating: false, count: entries.count)
  }

  /// Marks the checks of a result that were expected to fail, and those that were and did not.
  mutating func apply(to result: inout CaseResult) {
    guard !entries.isEmpty, result.verdict != .skipped else { return }
    let id = result.played.id
    for (index, entry) in entries.enumerated() where Glob.matches(id, entry.case) {
      wasPlayed[index] = true
      let isExact = !entry.case.contains("*") && !entry.check.contains("*")
      for check in result.checks where Glob.matches(check.descriptor.id, entry.check) {
        if check.verdict.isBad {
          result.expected[check.descriptor.id] = entry.reason
          wasMet[index] = true
        } else if isExact {
          result.unexpectedPasses[check.descriptor.id] = entry.reason
          wasMet[index] = true
        }
      }
    }
  }

  /// Entries whose cases were played and in which nothing failed as they say: each as a sentence.
  var stale: [String] {
    entries.indices.filter { wasPlayed[$0] && !wasMet[$0] }.map { index in
      let entry = entries[index]
      return
        "line \(entry.location.line): no check “\(entry.check)” fails any more in “\(entry.case)”"
    }
  }
}

/// Names with `*` for any run of characters.
enum Glob {
  /// True when the whole name fits the pattern.
  static func matches(_ name: String, _ pattern: String) -> Bool {
    let name = Array(name.utf8)
    let pattern = Array(pattern.utf8)
    var place = 0
    var item = 0
    // Where the latest `*` stands, and where what it took so far ends.
    var star: (item: Int, place: Int)?
    while place < name.count {
      if item < pattern.count, pattern[item] == UInt8(ascii: "*") {
        star = (item, place)
        item += 1
      } else if item < pattern.count, pattern[item] == name[place] {
        item += 1
        place += 1
      } else if let latest = star {
        item = latest.item + 1
        place = latest.place + 1
        star = (latest.item, place)
      } else {
        return false
      }
    }
    return pattern[item...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
