// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// A file to which one program at a time appends.
///
/// The program holds a lock on it (flock(2)), which ends with the program. Appended octets survive
/// the end of the program, but not always that of the machine.
package final class JournalFile {
  /// The suffix of the names of such files.
  private static let suffix = ".journal"

  let path: String
  private let descriptor: Int32
  private let writer: DescriptorWriter
  /// The number of octets that this object has appended.
  package var length: Int { writer.position }

  /// Creates a file with a unique name that begins with `beginning`.
  package init(in folder: String, named beginning: String) throws(FileError) {
    while true {
      let number = "\(getpid())-\(UInt32.random(in: 0 ... .max))"
      let path = "\(folder)/\(beginning)-\(number)\(JournalFile.suffix)"
      let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
      let descriptor = unsafe open(path, flags, 0o644)
      guard descriptor >= 0 else { throw FileError(file: path, errno: errno) }
      // Another program can remove the file before it is locked.
      if flock(descriptor, LOCK_EX) == 0, FileReading.kind(of: path) == .file {
        self.path = path
        self.descriptor = descriptor
        writer = DescriptorWriter(descriptor: descriptor)
        return
      }
      close(descriptor)
    }
  }

  /// The files whose names begin with `beginning` and that no running program holds, sorted by
  /// name.
  package static func left(in folder: String, named beginning: String) -> [JournalFile] {
    Folder.names(in: folder)
      .filter { $0.hasPrefix("\(beginning)-") && $0.hasSuffix(JournalFile.suffix) }
      .compactMap { JournalFile(existing: "\(folder)/\($0)") }
  }

  /// Opens an existing file; `nil` if a running program holds it.
  private init?(existing path: String) {
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    self.path = path
    self.descriptor = descriptor
    writer = DescriptorWriter(descriptor: descriptor)
  }

  deinit { close(descriptor) }

  /// All octets of the file.
  package func octets() throws(FileError) -> [UInt8] { try FileReading.read(path) }

  package func append(_ octets: [UInt8]) throws(FileError) {
    writer.write(octets)
    try writer.flush(file: path)
  }

  /// Removes the file from its folder. It stays open.
  package func remove() { Folder.remove(file: path) }
}
