// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import LibC

/// The environment of every process under test: PATH, LANG and two private folders.
package enum CleanEnvironment {
  /// The variables for a process with a private folder, and `more` variables. A later variable
  /// replaces an earlier one of the same name.
  package static func variables(
    _ folder: PrivateFolder, and more: [ProcessCommand.Variable]
  ) -> [ProcessCommand.Variable] {
    var variables: [ProcessCommand.Variable] = [
      .init("PATH", path), .init("LANG", "C.UTF-8"), .init("HOME", Octets(folder.home)),
      .init("TMPDIR", Octets(folder.temporary)),
    ]
    for variable in more {
      variables.removeAll { $0.name == variable.name }
      variables.append(variable)
    }
    return variables
  }

  /// The PATH of authspec itself.
  package static let path: Octets = {
    guard let value = unsafe getenv("PATH") else { return "/usr/local/bin:/usr/bin:/bin" }
    return Octets(unsafe String(cString: value))
  }()
}
