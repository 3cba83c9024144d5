// SPDX-License-Identifier: Apache-2.0

import Commands
import Transcripts
internal import LibC

// The program for people who test a client. Only this file and that of authspec-maintain exit.
exit(Program(.user, clients: [.libcurl]).run(CommandLine.arguments).rawValue)
