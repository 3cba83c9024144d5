// SPDX-License-Identifier: Apache-2.0

import Reporting

extension Arguments {
  /// The user's own credentials on this command line, which are left out of all files and output.
  var secrets: UserSecrets {
    let commands = has("no-redact") ? [] : ["command", "driver"]
    return UserSecrets(commands: commands.flatMap { all($0) }, more: all("redact"))
  }
}
