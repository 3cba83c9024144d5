// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The time of day.
package enum WallClock {
  /// The seconds since 1970, UTC.
  package static var secondsSince1970: Int64 {
    Instant.nanoseconds(of: CLOCK_REALTIME) / 1_000_000_000
  }
}
