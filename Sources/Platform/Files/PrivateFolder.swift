// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import LibC

/// A temporary folder that only this user can read, with `home`, `tmp` and other files of a client.
/// It is removed with this object.
///
/// The program holds a lock on it (flock(2)), which ends with the program. A folder without a lock
/// is that of a killed program, and the next program removes it.
package final class PrivateFolder: Sendable {
  package let path: String
  /// The client's HOME.
  package var home: String { path + "/home" }
  /// The client's TMPDIR.
  var temporary: String { path + "/tmp" }

  private let descriptor: Int32

  /// Creates a folder with `home` and `tmp`; `nil` if that is not possible.
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

  /// Creates a folder and locks it.
  private static func held() -> (path: String, descriptor: Int32)? {
    // Another program can remove the folder before it is locked.
    for _ in 0..<100 {
      var name = Array("\(base)/\(AbandonedFolders.prefix)XXXXXX".utf8CString)
      guard unsafe mkdtemp(&name) != nil else { return nil }
      let path = String(upToNUL: name)
      let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      if descriptor >= 0, flock(descriptor, LOCK_EX) == 0, unsafe access(path, F_OK) == 0 {
        return (path, descriptor)
      }
      if descriptor >= 0 { _ = close(descriptor) }
    }
    return nil
  }

  /// Evaluating it removes the folders of killed programs.
  private static let leftovers: Void = AbandonedFolders(in: base).remove()

  /// Removes the named files of the harness. Returns `true` if there are no other files, so that
  /// another client can use the folder. Creating and removing three folders takes longer than
  /// starting a small program.
  package func isFresh(without names: [String]) -> Bool {
    for name in names { _ = unsafe unlink("\(path)/\(name)") }
    for folder in [home, temporary] {
      guard unsafe chmod(folder, 0o700) == 0, (try? FileReading.names(in: folder)) == [] else {
        return false
      }
    }
    return (try? FileReading.names(in: path)) == ["home", "tmp"]
  }

  /// Why no private folder can be created, and how to correct that; `nil` if one can.
  package static func complaint() -> String? {
    errno = 0
    guard let folder = PrivateFolder(), folder.write(Octets([0x0A]), to: "home/file") else {
      let words = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "it is not known why"
      return
        "No file can be made in \(base): \(words). Set TMPDIR to a folder that can be written to."
    }
    return nil
  }

  /// The system's folder of temporary files.
  static let base: String = {
    guard let path = ThisProcess.environment("TMPDIR"), path.hasPrefix("/") else { return "/tmp" }
    return path
  }()

  /// Writes a file below the folder, and creates the folders of its path. Returns `false` on an
  /// error.
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

  /// Creates a folder below the folder. Returns `false` on an error.
  package func makeFolder(_ name: String) -> Bool { unsafe mkdir("\(path)/\(name)", 0o700) == 0 }

  /// Replaces a file below the folder in one step, so that no reader sees a part of it. Returns
  /// `false` on an error.
  package func replace(_ name: String, with content: Octets) -> Bool {
    guard write(content, to: name + ".new") else { return false }
    return unsafe rename("\(path)/\(name).new", "\(path)/\(name)") == 0
  }

  /// The octets of a file below the folder, at most `limit`; `nil` if there is none.
  package func read(_ name: String, limit: Int) -> Octets? {
    Descriptors.beginning(of: "\(path)/\(name)", limit: limit).map { Octets($0) }
  }

  /// Removes a folder with its content. Links are not followed; unreadable folders are made
  /// readable.
  static func remove(_ path: String) {
    if unsafe rmdir(path) == 0 { return }
    var folders = [path]
    var next = 0
    while next < folders.count, folders.count < 100_000 {
      let folder = folders[next]
      next += 1
      // A killed program may have left it protected.
      if unsafe chmod(folder, 0o700) != 0 { _ = FolderContent.protect(folder, isProtected: false) }
      for name in Folder.names(in: folder) {
        let inner = "\(folder)/\(name)"
        if unsafe unlink(inner) == 0 { continue }
        // unlink(2) never removes a folder.
        folders.append(inner)
      }
    }
    for folder in folders.reversed() { _ = unsafe rmdir(folder) }
  }
}
