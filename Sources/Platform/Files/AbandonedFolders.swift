// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The private folders of killed programs, and the clients that still run in them.
///
/// A folder is abandoned if this user owns it, it has the name of a private folder, and no program
/// holds its lock. Its clients are the processes whose HOME is in it.
struct AbandonedFolders {
  /// The prefix of the names of private folders, which six characters of mkdtemp(3) follow.
  static let prefix = "authspec-client-"

  private let base: String

  /// The abandoned folders in a folder of temporary files.
  init(in base: String) { self.base = base }

  /// Kills the clients and removes the folders.
  func remove() {
    for name in Folder.names(in: base) {
      guard name.hasPrefix(AbandonedFolders.prefix),
        name.utf8.count == AbandonedFolders.prefix.utf8.count + 6
      else { continue }
      remove(folder: "\(base)/\(name)")
    }
  }

  private func remove(folder path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid()
    else { return }
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return }
    defer { _ = close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
    endClients(in: path)
    PrivateFolder.remove(path)
  }

  /// Kills the processes whose HOME is in the folder, if the system has `/proc/PID/environ`.
  private func endClients(in path: String) {
    let home = Array("HOME=\(path)/home".utf8)
    for name in Folder.names(in: "/proc") {
      guard let number = Int32(name), number > 1, number != getpid() else { continue }
      let environment = Descriptors.beginning(of: "/proc/\(name)/environ", limit: 1 << 20) ?? []
      if environment.split(separator: 0).contains(where: { $0.elementsEqual(home) }) {
        _ = kill(number, SIGKILL)
      }
    }
  }
}
