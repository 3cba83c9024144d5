// SPDX-License-Identifier: Apache-2.0

/// A place in the reference client's code, and one way to change it.
struct Site {
  /// The number that selects it at run time; from 1.
  var number: Int
  /// Unique and stable: the file, the declaration, the code and the change.
  var name: String
  /// The file, below the client's folder.
  var file: String
  /// The line in it, from 1.
  var line: Int
  /// The kind of change.
  var kind: Kind

  enum Kind: String {
    case comparison, operand, negation, condition, constant, call
  }
}

/// A place that looks like a site and is excluded.
struct LeftOut {
  var name: String
  var file: String
  var line: Int
  /// The reason, as a sentence.
  var reason: String
}

/// Assigns numbers and unique names.
final class SiteList {
  private(set) var sites: [Site] = []
  private(set) var leftOut: [LeftOut] = []
  private var seen: [String: Int] = [:]

  /// Adds a site and returns its number.
  func add(_ name: String, file: String, line: Int, _ kind: Site.Kind) -> Int {
    let number = sites.count + 1
    sites.append(
      Site(number: number, name: unique(name), file: file, line: line, kind: kind))
    return number
  }

  func leave(_ name: String, file: String, line: Int, because reason: String) {
    leftOut.append(LeftOut(name: unique(name), file: file, line: line, reason: reason))
  }

  private func unique(_ name: String) -> String {
    let count = seen[name, default: 0] + 1
    seen[name] = count
    return count == 1 ? name : "\(name) (\(count))"
  }
}
