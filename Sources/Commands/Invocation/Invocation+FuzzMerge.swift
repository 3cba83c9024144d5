// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import Platform
import Storage
import Transcripts

extension Invocation {
  /// `authspec fuzz --merge`: adds the inputs of these folders to the corpus, and removes inputs
  /// that reach nothing new.
  func fuzzMerge(_ folders: [String]) throws(UsageError) -> ExitStatus {
    guard let path = arguments["corpus"] else {
      throw .words("--merge needs --corpus: where to")
    }
    guard let client = try FuzzedClients(arguments, console) else { return .fault }
    return try UsageError.files { () throws(FileError) -> ExitStatus in
      let corpus = try CorpusFolder(path: path)
      var inputs = try corpus.inputs()
      for folder in folders { inputs += try CorpusFolder.inputs(of: folder) }
      Signals.watch()
      let selection = CorpusSelection(makeTarget: client.makeTarget)
      let kept = selection.select(inputs, interruption: Signals.interruption)
      guard let kept else { return .interrupted }
      try corpus.replace(by: kept)
      console.say("\(kept.count) of \(inputs.count) inputs are in \(path)\n")
      return kept.isEmpty ? .nothingRan : .good
    }
  }
}
