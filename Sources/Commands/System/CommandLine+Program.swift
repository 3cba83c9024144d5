// SPDX-License-Identifier: Apache-2.0

extension CommandLine {
  /// The program, as it was called.
  static var program: String {
    guard let name = arguments.first, !name.isEmpty else { return "authspec" }
    return name
  }

  /// The version of authspec.
  package static let version = "0.3.0"
}
