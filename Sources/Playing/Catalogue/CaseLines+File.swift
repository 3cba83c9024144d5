// SPDX-License-Identifier: Apache-2.0

import Platform
import ScenarioFiles
import Scenarios

extension CaseLines {
  /// The lines of a case, read from the file of its scenario.
  package init(fileOf played: Case) throws(FileError) {
    self.init(text: try FileReading.read(played.scenario.file), of: played)
  }
}
