import HTTPAuth
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A temporary folder that nobody else may read: `home`, `tmp` and what else a client needs;
/// removed with this object.
///
/// It is held by a lock (flock(2)), which ends with the program, however that ends. A folder that
/// is not held was left behind by a program that was killed, and is removed by the next one.
package final class PrivateFolder: Sendable {
  /// Its path.
  package let path: String
  /// The client's HOME.
  package var home: String { path + "/home" }
  /// The client's TMPDIR.
  var temporary: String { path + "/tmp" }

  /// Holds the lock.
  private let descriptor: Int32

  /// A new folder with its two parts; `nil` if there is no place for it.
  package init?() {
    _ = PrivateFolder.leftovers
    guard let (path, descriptor) = PrivateFolder.held() else { return nil }
    self.path = path
    self.descriptor = descriptor
    guard unsafe mkdir(home, 0o700) == 0, unsafe mkdir(temporary, 0o700) == 0 else { return nil }
  }

  deinit {
    PrivateFolder.remove(path)
    _ = close(descriptor)
  }

  /// A new folder that this program holds.
  private static func held() -> (path: String, descriptor: Int32)? {
    // Until it is locked another program may take it for one that was left behind, and remove it.
    for _ in 0..<100 {
      var name = Array("\(base)/\(LeftFolders.prefix)XXXXXX".utf8CString)
      guard unsafe mkdtemp(&name) != nil else { return nil }
      let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      if descriptor >= 0, flock(descriptor, LOCK_EX) == 0, unsafe access(path, F_OK) == 0 {
        return (path, descriptor)
      }
      if descriptor >= 0 { _ = close(descriptor) }
    }
    return nil
  }

  /// Removes what programs that were killed left behind, once in a program.
  private static let leftovers: Void = LeftFolders(in: base).remove()

  /// `true` if it is as it was when it was made, once files of the harness's own are removed; then
  /// it will do for another client. Making and removing three folders costs more than starting a
  /// small program.
  package func isFresh(without names: [String]) -> Bool {
    for name in names { _ = unsafe unlink("\(path)/\(name)") }
    for folder in [home, temporary] {
      guard unsafe chmod(folder, 0o700) == 0, (try? FolderListing.names(in: folder)) == [] else {
        return false
      }
    }
    return (try? FolderListing.names(in: path))?.sorted() == ["home", "tmp"]
  }

  /// Why no private folder can be made, as a sentence with what to do about it; `nil` where one
  /// can.
  static func complaint() -> String? {
    errno = 0
    guard let folder = PrivateFolder(), folder.write(Octets([0x0A]), to: "home/file") else {
      let words = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "it is not known why"
      return
        "No file can be made in \(base): \(words). Set TMPDIR to a folder that can be written to."
    }
    return nil
  }

  /// Where temporary files are kept on this machine.
  static let base: String = {
    guard let value = unsafe getenv("TMPDIR") else { return "/tmp" }
    let path = unsafe String(cString: value)
    return path.hasPrefix("/") ? path : "/tmp"
  }()

  /// Writes a file below it, and the folders it is in. `false` if that cannot be done.
  package func write(_ content: Octets, to name: String) -> Bool {
    let parts = name.split(separator: "/")
    for count in 1..<max(1, parts.count) {
      _ = unsafe mkdir("\(path)/\(parts.prefix(count).joined(separator: "/"))", 0o700)
    }
    let descriptor = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    return Descriptors.writeAll(content.bytes, to: descriptor)
  }

  /// What a file below it holds, at most so many octets; `nil` if there is none.
  package func read(_ name: String, limit: Int) -> Octets? {
    let descriptor = unsafe open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var octets: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while octets.count < limit, case .octets(let count) = Descriptors.read(descriptor, &block) {
      octets.append(contentsOf: block[..<min(count, limit - octets.count)])
    }
    return Octets(octets)
  }

  /// Removes a file, or a folder with all that is in it; links are not followed. What a client made
  /// unreadable is made readable first.
  static func remove(_ path: String) {
    if unsafe rmdir(path) == 0 { return }
    var folders = [path]
    var next = 0
    while next < folders.count, folders.count < 100_000 {
      let folder = folders[next]
      next += 1
      _ = unsafe chmod(folder, 0o700)
      for name in (try? FolderListing.names(in: folder)) ?? [] {
        let inner = "\(folder)/\(name)"
        if unsafe unlink(inner) == 0 { continue }
        // Not a file, then: unlink(2) never removes a folder.
        folders.append(inner)
      }
    }
    for folder in folders.reversed() { _ = unsafe rmdir(folder) }
  }
}
