// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import HTTPAuth
import Platform

/// A corpus on disk as libFuzzer lays it out: a file for each input, its name the SHA-1 of its
/// content.
///
/// Several campaigns, on several machines, may share one folder: a file is there whole or not at
/// all, and the same input has the same name everywhere.
package struct CorpusFolder: Sendable {
  /// The folder.
  package let path: String

  /// A folder, which is made if there is none.
  package init(path: String) throws(FileError) {
    try Folder.create(path)
    self.path = path
  }

  /// The inputs of any folder: inputs as a corpus has them, and what servers said in recordings of
  /// cases.
  package static func inputs(of folder: String) throws(FileError) -> [FuzzInput] {
    guard FileReading.kind(of: folder) == .folder else {
      throw FileError(file: folder, reason: "there is no such folder")
    }
    let corpus = try CorpusFolder(path: folder)
    let plays = Folder.names(in: folder).filter { $0.hasSuffix(".json") }.compactMap { name in
      try? RecordedPlay(file: "\(folder)/\(name)")
    }
    return plays.isEmpty ? try corpus.inputs() : plays.compactMap { FuzzInput($0.play) }
  }

  /// The inputs there are, by name; files that cannot be read are left out.
  package func inputs() throws(FileError) -> [FuzzInput] {
    try FileReading.names(in: path).filter { !$0.hasPrefix(".") && !$0.contains(".partial-") }
      .compactMap { name in
        let file = "\(path)/\(name)"
        guard FileReading.kind(of: file) == .file,
          let octets = try? FileReading.read(file, limit: CorpusFolder.longest)
        else { return nil }
        return FuzzInput(text: Octets(octets))
      }
  }

  /// Octets in the longest input that is read.
  private static let longest = 1 << 20

  /// Adds an input, unless it is there.
  package func add(_ input: FuzzInput) throws(FileError) {
    let text = input.text
    let file = "\(path)/\(text.sha1)"
    guard FileReading.kind(of: file) == nil else { return }
    try AtomicFile.write(text.bytes, to: file, isDurable: false)
  }

  /// The folder will hold these inputs and no other; files that are named like none stay.
  package func replace(by inputs: [FuzzInput]) throws(FileError) {
    for input in inputs { try add(input) }
    let kept = Set(inputs.map { $0.text.sha1 })
    for name in Folder.names(in: path) where name.utf8.count == 40 && !kept.contains(name) {
      Folder.remove(file: "\(path)/\(name)")
    }
  }
}
