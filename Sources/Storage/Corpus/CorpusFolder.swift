// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import HTTPAuth
import Platform

/// A corpus in the layout of libFuzzer: a file for each input, with the SHA-1 of its content as
/// name.
///
/// Several campaigns on several machines may share a folder: files are never incomplete, and the
/// same input always has the same name.
package struct CorpusFolder: Sendable {
  /// The path of the folder.
  package let path: String

  /// Opens a folder, and creates it if there is none.
  package init(path: String) throws(FileError) {
    try Folder.create(path)
    self.path = path
  }

  /// The inputs of a folder: those in the recordings of cases if it has any, or else those of a
  /// corpus.
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

  /// The inputs, in the order of their names. Files that cannot be read are omitted.
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

  /// The maximum number of octets of an input that is read.
  private static let longest = 1 << 20

  /// Adds an input unless the corpus has it.
  package func add(_ input: FuzzInput) throws(FileError) {
    let text = input.text
    let file = "\(path)/\(text.sha1)"
    guard FileReading.kind(of: file) == nil else { return }
    try AtomicFile.write(text.bytes, to: file, isDurable: false)
  }

  /// Replaces all inputs. Files with other names than those of inputs stay.
  package func replace(by inputs: [FuzzInput]) throws(FileError) {
    for input in inputs { try add(input) }
    let kept = Set(inputs.map { $0.text.sha1 })
    for name in Folder.names(in: path) where name.utf8.count == 40 && !kept.contains(name) {
      Folder.remove(file: "\(path)/\(name)")
    }
  }
}
