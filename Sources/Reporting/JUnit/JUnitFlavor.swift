// SPDX-License-Identifier: Apache-2.0

/// The readers that a JUnit document is made for, as no document is valid in all of their schemas.
package enum JUnitFlavor: String, Sendable, CaseIterable {
  /// For people and dashboards: file, line, assertions and properties for each case. No schema
  /// knows them; every reader takes them.
  case rich
  /// Valid for the Ant schema (windyroad) and for Jenkins' xunit plugin.
  case ant
  /// Valid for Maven's surefire schema and for Jenkins' xunit plugin: a file for each suite, in a
  /// folder.
  case surefire
}
