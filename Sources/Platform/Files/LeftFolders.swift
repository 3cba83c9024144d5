#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Private folders that programs left behind which were killed, and the clients that still run in
/// them.
///
/// A folder is left behind where it is one of this user's, has such a name, and no program holds
/// its lock. Its clients are the processes whose HOME is in it.
struct LeftFolders {
  /// What the names of private folders begin with; six characters of mkdtemp(3) follow.
  static let prefix = "authspec-client-"

  private let base: String

  /// Those in a folder of temporary files.
  init(in base: String) { self.base = base }

  /// Ends the clients and removes the folders.
  func remove() {
    for name in (try? FolderListing.names(in: base)) ?? [] {
      guard name.hasPrefix(LeftFolders.prefix),
        name.utf8.count == LeftFolders.prefix.utf8.count + 6
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

  /// Ends the processes whose environment says that their HOME is in the folder, where the system
  /// shows environments.
  private func endClients(in path: String) {
    let home = Array("HOME=\(path)/home".utf8)
    for name in (try? FolderListing.names(in: "/proc")) ?? [] {
      guard let number = Int32(name), number > 1, number != getpid() else { continue }
      let environment = LeftFolders.octets(of: "/proc/\(name)/environ")
      if environment.split(separator: 0).contains(where: { $0.elementsEqual(home) }) {
        _ = kill(number, SIGKILL)
      }
    }
  }

  /// The first megabyte of a file; nothing where it cannot be read, as that of another user cannot.
  private static func octets(of path: String) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { _ = close(descriptor) }
    var octets: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while octets.count < 1 << 20, case .octets(let count) = Descriptors.read(descriptor, &block) {
      octets.append(contentsOf: block[..<count])
    }
    return octets
  }
}
