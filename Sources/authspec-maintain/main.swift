// SPDX-License-Identifier: Apache-2.0

import Commands
import Transcripts
internal import LibC

// The program with which this project proves and publishes itself.
exit(
  Program(.maintenance, clients: [.libcurl, .reference], more: CommandRow.ofMaintenance)
    .run(CommandLine.arguments).rawValue)
