#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is appended to by the program that holds it, and by no other as long as that one
/// runs.
///
/// It is held by a lock (flock(2)), which ends with the program, however that ends. What was
/// appended is there when the program is killed; it may be lost when the machine stops.
package final class HeldFile {
  /// The end of the names of such files.
  private static let suffix = ".journal"

  /// Where it is.
  let path: String
  private let descriptor: Int32
  private let writer: DescriptorWriter
  /// The octets that were appended here.
  package var length: Int { writer.position }

  /// A new file, under a name of its own that begins like this.
  package init(in folder: String, named beginning: String) throws(FileError) {
    while true {
      let number = "\(getpid())-\(UInt32.random(in: 0 ... .max))"
      let path = "\(folder)/\(beginning)-\(number)\(HeldFile.suffix)"
      let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
      let descriptor = unsafe open(path, flags, 0o644)
      guard descriptor >= 0 else { throw FileError(file: path, errno: errno) }
      // Until it is locked another program may take it for one that was left behind, and remove it.
      if flock(descriptor, LOCK_EX) == 0, FileSystem.kind(of: path) == .file {
        self.path = path
        self.descriptor = descriptor
        writer = DescriptorWriter(descriptor: descriptor)
        return
      }
      close(descriptor)
    }
  }

  /// The files of that beginning that no running program holds, by name.
  package static func left(in folder: String, named beginning: String) -> [HeldFile] {
    Folder.names(in: folder)
      .filter { $0.hasPrefix("\(beginning)-") && $0.hasSuffix(HeldFile.suffix) }
      .compactMap { HeldFile(existing: "\(folder)/\($0)") }
  }

  /// A file that is there; `nil` if a running program holds it.
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

  /// All that is in it.
  package func octets() throws(FileError) -> [UInt8] {
    do throws(FileError) {
      return try FileSystem.read(path)
    } catch {
      throw FileError(file: path, reason: error.reason)
    }
  }

  /// Adds octets at its end.
  package func append(_ octets: [UInt8]) throws(FileError) {
    writer.write(octets)
    writer.flush()
    if let number = writer.errorNumber { throw FileError(file: path, errno: number) }
  }

  /// Removes it; it stays open.
  package func remove() { Folder.remove(file: path) }
}
