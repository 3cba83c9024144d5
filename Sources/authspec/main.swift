// SPDX-License-Identifier: Apache-2.0

import Transcripts
internal import LibC

// The only place that exits.
exit(Program.run(CommandLine.arguments).rawValue)
