// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPAuth
import Platform
import Testing

@Suite struct FolderContentTests {
  @Test func filesAreReadWithTheirModes() throws {
    let folder = try #require(PrivateFolder())
    #expect(folder.makeFolder("store"))
    #expect(folder.write("a secret", to: "store/deep/file"))
    #expect(folder.write("", to: "store/empty"))
    let store = folder.path + "/store"
    try AtomicFile.write("x".utf8, to: store + "/open", isDurable: false)
    try AtomicFile.write("y".utf8, to: store + "/closed", isDurable: false, isPrivate: true)
    // A link is not followed.
    try FileManager.default.createSymbolicLink(
      atPath: store + "/link", withDestinationPath: "/etc/passwd")
    let files = FolderContent.files(in: store)
    #expect(files.map(\.name) == ["closed", "deep/file", "empty", "open"])
    #expect(files.map(\.content) == ["y", "a secret", "", "x"])
    #expect(files[0].mode == 0o600)
    #expect(files[3].mode & 0o044 != 0)
    #expect(FolderContent.files(in: folder.path + "/none") == [])
  }
}
