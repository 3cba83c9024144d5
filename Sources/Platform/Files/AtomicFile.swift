// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// A file that gets its name only when it is complete. Until then it has another name in the same
/// folder.
///
/// A path that is not a regular file cannot be replaced and is written to directly.
package final class AtomicFile {
  /// The path as it was given.
  package let path: String
  /// The temporary and the final path; `nil` for a file that is written to directly.
  private let names: (partial: String, whole: String)?
  private let descriptor: Int32
  private let writer: DescriptorWriter
  private var isOpen = true

  /// Creates a file, and its folder if there is none. Other users can never read a private file.
  package init(path: String, isPrivate: Bool = false) throws(FileError) {
    if path.isEmpty || path.hasSuffix("/") || FileReading.kind(of: path) == .folder {
      throw FileError(file: path, reason: "it is a folder, not a file")
    }
    self.path = path
    switch ReportTarget(path) {
    case .file(let whole):
      try Folder.create(FileReading.parent(of: whole))
      let partial = "\(whole).partial-\(getpid())"
      names = (partial, whole)
      descriptor = unsafe open(
        partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
    case .stream(let path):
      names = nil
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    case .descriptor(let number):
      names = nil
      descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
    }
    if descriptor < 0 { throw FileError(file: path, errno: errno) }
    writer = DescriptorWriter(descriptor: descriptor)
  }

  deinit { discard() }

  /// Removes what processes that are no longer there have left incomplete of a file.
  package static func removeAbandoned(of path: String) {
    guard case .file(let whole) = ReportTarget(path) else { return }
    let folder = FileReading.parent(of: whole)
    let prefix = "\(FileReading.name(of: whole)).partial-"
    for name in (try? FileReading.names(in: folder)) ?? [] {
      guard name.hasPrefix(prefix), let process = pid_t(name.dropFirst(prefix.count)),
        process > 0, kill(process, 0) != 0, errno == ESRCH
      else { continue }
      _ = unsafe unlink("\(folder)/\(name)")
    }
  }

  /// Writes a complete file.
  package static func write(
    _ octets: some Collection<UInt8>, to path: String, isDurable: Bool = true,
    isPrivate: Bool = false
  ) throws(FileError) {
    let file = try AtomicFile(path: path, isPrivate: isPrivate)
    file.write(octets)
    try file.commit(isDurable: isDurable)
  }

  package func write(_ text: String) { writer.write(text) }

  package func write(_ octets: some Collection<UInt8>) { writer.write(octets) }

  /// Makes the file durable and gives it its name.
  ///
  /// - Parameter isDurable: `false` for one of many files, which may be lost if the machine stops
  ///   but not if the program does.
  package func commit(isDurable: Bool = true) throws(FileError) {
    guard isOpen else { return }
    writer.flush()
    // A closed pipe is not an error: its reader does not want more.
    var failed = names == nil && writer.isClosedByReader ? nil : writer.errorNumber
    if isDurable, names != nil, failed == nil, fsync(descriptor) != 0, errno != EINVAL {
      failed = errno
    }
    isOpen = false
    if close(descriptor) != 0, failed == nil { failed = errno }
    if let names, failed == nil, unsafe rename(names.partial, names.whole) != 0 { failed = errno }
    if let failed {
      if let names { _ = unsafe unlink(names.partial) }
      throw FileError(file: path, errno: failed)
    }
  }

  /// Removes the incomplete file. An earlier file of the same name stays.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
    if let names { _ = unsafe unlink(names.partial) }
  }
}
