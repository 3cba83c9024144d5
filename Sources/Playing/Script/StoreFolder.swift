// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// The private folder in which a client keeps logins. It is removed with this object.
final class StoreFolder {
  /// The content of a broken file: a line that is neither text nor an entry in any format.
  private static let noise = Octets(
    (0..<64).map { UInt8(truncatingIfNeeded: 0xC0 + $0 * 7) } + [0x0A])
  /// The number of octets that a cut file lacks.
  private static let cutOctets = 5
  private static let longestFile = 1 << 20

  /// Its path.
  let path: String

  private let folder: PrivateFolder
  private var isReadOnly = false

  /// A new folder; `nil` if there is no place for it.
  init?() {
    guard let folder = PrivateFolder(), folder.makeFolder("store") else { return nil }
    self.folder = folder
    path = folder.path + "/store"
  }

  deinit { if isReadOnly { _ = FolderContent.protect(path, isProtected: false) } }

  /// The files in it.
  var files: [StoredFile] {
    FolderContent.files(in: path).map {
      StoredFile(name: $0.name, mode: $0.mode, content: $0.content)
    }
  }

  /// Changes its files. Returns why that is not possible; `nil` if it is done.
  func change(to state: StoreState) -> String? {
    let names = FolderContent.files(in: path).map { "store/\($0.name)" }
    switch state {
    case .broken:
      for name in names { _ = folder.write(StoreFolder.noise, to: name) }
    case .cut:
      let latest = names.max { modified($0) < modified($1) }
      guard let latest, let content = folder.read(latest, limit: StoreFolder.longestFile) else {
        return nil
      }
      _ = folder.write(Octets(content.bytes.dropLast(StoreFolder.cutOctets)), to: latest)
    case .readOnly:
      isReadOnly = true
      guard FolderContent.protect(path, isProtected: true) else {
        return "Files cannot be protected from this user, who may write to all of them."
      }
    }
    return nil
  }

  private func modified(_ name: String) -> Int64 {
    FileReading.modified("\(folder.path)/\(name)") ?? 0
  }
}
