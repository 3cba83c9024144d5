// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// A regular file that is read block by block.
final class OpenedFile {
  let path: String
  private let descriptor: Int32
  private var octets = [UInt8](repeating: 0, count: 1 << 16)

  /// Opens a file. Pipes and devices are refused: they may be endless.
  init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else {
      throw FileError(file: path, errno: errno)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw FileError(file: path, errno: EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(file: path, reason: "it is not a regular file")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the next octets; `nil` at the end of the file.
  func block() throws(FileError) -> ArraySlice<UInt8>? {
    while true {
      let count = unsafe octets.withUnsafeMutableBytes { bytes in
        unsafe read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(file: path, errno: errno) }
      return count == 0 ? nil : octets[..<count]
    }
  }
}
