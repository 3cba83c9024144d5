// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// Content that is produced before the beginning of its file is known. It is kept in a temporary
/// file without a name, which does not take memory and disappears with the program.
package final class Spool {
  private let path: String
  private let descriptor: Int32
  private let writer: DescriptorWriter

  /// A spool in the folder of the file that it is for, or in that of temporary files if that is not
  /// a regular file.
  package init(for file: String) throws(FileError) {
    let folder: String
    if case .file(let path) = ReportTarget(file) {
      folder = FileReading.parent(of: path)
      try Folder.create(folder)
    } else {
      folder = ThisProcess.environment("TMPDIR") ?? "/tmp"
    }
    path = "\(folder)/.spool-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw FileError(file: file, errno: errno) }
    _ = unsafe unlink(path)
    writer = DescriptorWriter(descriptor: descriptor)
  }

  deinit { close(descriptor) }

  /// Appends octets, and returns their range.
  package func append(_ octets: [UInt8]) -> Range<Int> {
    let start = writer.position
    writer.write(octets)
    return start..<writer.position
  }

  /// Copies a part of the spool into a file.
  package func copy(_ range: Range<Int>, into file: AtomicFile) throws(FileError) {
    try writer.flush(file: file.path)
    var offset = range.lowerBound
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while offset < range.upperBound {
      let wanted = min(block.count, range.upperBound - offset)
      let count = unsafe block.withUnsafeMutableBytes { bytes in
        unsafe pread(descriptor, bytes.baseAddress, wanted, off_t(offset))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw FileError(file: file.path, errno: count < 0 ? errno : EIO)
      }
      file.write(block[..<count])
      offset += count
    }
  }
}
