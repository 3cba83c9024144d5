// SPDX-License-Identifier: Apache-2.0

import Transcripts
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

// The only place that exits.
exit(Program.run(CommandLine.arguments).rawValue)
