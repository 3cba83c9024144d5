// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPAuth
import Scenarios
import Servers

/// The certificates of a run, for the bare loop.
enum CertificateFiles {
  /// Writes the root's certificate, and one for the host 127.0.0.1 with its key.
  static func write(to folder: String) throws {
    let run = try RunCertificates.current()
    var definition = CertificateDefinition(name: "server")
    definition.hosts = [.address("127.0.0.1")]
    let server = try run.clientCertificate(definition)
    let place = URL(filePath: folder)
    try Data(contentsOf: URL(filePath: run.rootFile)).write(to: place.appending(path: "root.pem"))
    try Data(server.certificate.bytes).write(to: place.appending(path: "server.pem"))
    try Data(server.key.bytes).write(to: place.appending(path: "key.pem"))
  }
}
