internal import Conformance

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that appears under its name only when it is whole: until then it has another name beside it.
final class AtomicFile {
  /// The name it will have.
  let path: String
  private let partialPath: String
  private let descriptor: Int32
  private let writer: DescriptorWriter
  private var isOpen = true

  /// Begins a file, and makes its folder where there is none.
  init(path: String) throws(ReportError) {
    if path.isEmpty || path.hasSuffix("/") || FileSystem.kind(of: path) == .folder {
      throw ReportError(file: path, reason: "it is a folder, not a file")
    }
    try Folder.create(FileSystem.parent(of: path))
    self.path = path
    partialPath = "\(path).partial-\(getpid())"
    descriptor = unsafe open(partialPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw ReportError(file: path, errno: errno) }
    writer = DescriptorWriter(descriptor: descriptor)
  }

  deinit { discard() }

  /// Adds the UTF-8 octets of a text.
  func write(_ text: String) { writer.write(text) }

  /// Adds octets.
  func write(_ octets: some Collection<UInt8>) { writer.write(octets) }

  /// Makes the file durable and gives it its name.
  ///
  /// - Parameter isDurable: false for one of many that may be lost when the machine stops, but not when the program does.
  func commit(isDurable: Bool = true) throws(ReportError) {
    guard isOpen else { return }
    writer.flush()
    var failed = writer.errorNumber
    if isDurable, failed == nil, fsync(descriptor) != 0, errno != EINVAL { failed = errno }
    isOpen = false
    if close(descriptor) != 0, failed == nil { failed = errno }
    if failed == nil, unsafe rename(partialPath, path) != 0 { failed = errno }
    if let failed {
      _ = unsafe unlink(partialPath)
      throw ReportError(file: path, errno: failed)
    }
  }

  /// Leaves nothing behind; a file of an earlier run stays as it was.
  func discard() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
    _ = unsafe unlink(partialPath)
  }
}
