// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// Changes that have one cause.
struct ChangeGroup {
  /// The cause in words; `nil` if no change in the list has a known cause.
  var heading: String?
  /// What to change in the client; `nil` if the cause is not known.
  var advice: String?
  var changes: [ResultsDifference.Change]

  /// Returns changes grouped by cause: the gravest first, of equal gravity the largest group first.
  /// Changes without a known cause come last.
  static func all(of changes: [ResultsDifference.Change]) -> [ChangeGroup] {
    let groups = changes.grouped { change in
      change.after?.isBad == true ? change.cause.flatMap(FailureCause.init(id:)) : nil
    }
    guard groups.contains(where: { $0.key != nil }) else { return [ChangeGroup(changes: changes)] }
    let sorted = groups.map { (cause: $0.key, changes: $0.elements) }.sorted { left, right in
      guard let one = left.cause, let other = right.cause else {
        return left.cause != nil && right.cause == nil
      }
      return (one.kind, -left.changes.count, one.id) < (other.kind, -right.changes.count, other.id)
    }
    return sorted.map { cause, changes in
      let count = Phrases.count(changes.count, "case")
      guard let cause else {
        return ChangeGroup(heading: "Cause not known: \(count)", changes: changes)
      }
      let prose = CauseProse(cause)
      return ChangeGroup(
        heading: "\(prose.title) (\(Visible.line(cause.id))): \(count)", advice: prose.advice,
        changes: changes)
    }
  }
}
