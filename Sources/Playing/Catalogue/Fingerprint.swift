// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform

/// Identifies the names and contents of files, whatever their order and place.
package struct Fingerprint: Hashable, Sendable {
  /// 16 hexadecimal digits, of SHA-256 over all.
  package let text: String

  /// The fingerprint of files, each with a name that stays when they are moved together.
  package init(_ files: [(name: String, contents: [UInt8])]) {
    var lines: [UInt8] = []
    for file in files.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      lines += HashFunction.sha256.hex(of: Octets(file.contents))
      lines += " \(file.name)\n".utf8
    }
    text = String(HashFunction.sha256.hex(of: Octets(lines)).description.prefix(16))
  }

  package init(scenarios: [FoundScenarios.File]) throws(SelectionError) {
    var files: [(name: String, contents: [UInt8])] = []
    do throws(FileError) {
      for file in scenarios { files.append((file.id, try FileReading.read(file.path))) }
    } catch {
      throw .unreadable(error)
    }
    self.init(files)
  }

  /// The fingerprint of all files in a folder and those below it; names that begin with a dot or
  /// with `__`, and those given, are left out.
  package init(filesIn folder: String, without omitted: Set<String> = []) throws(FileError) {
    var files: [(name: String, contents: [UInt8])] = []
    for file in try FileReading.files(below: folder)
    where !omitted.contains(FileReading.name(of: file.name)) {
      files.append((file.name, try FileReading.read(file.path)))
    }
    self.init(files)
  }
}
