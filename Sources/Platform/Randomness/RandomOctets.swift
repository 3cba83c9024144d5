// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension Octets {
  /// Returns `count` octets of the system's random number generator.
  package static func random(_ count: Int) -> Octets {
    Octets((0..<count).map { _ in UInt8.random(in: 0...255) })
  }
}
