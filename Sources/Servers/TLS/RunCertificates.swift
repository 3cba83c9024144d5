// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Synchronization
import Transcripts

/// All certificates of a run: one root, and those that scenarios need, made on first use.
///
/// The files for clients are in a private folder, which is removed with this object. The content of
/// a path never changes, because libcurl caches files by path.
package final class RunCertificates: Sendable {
  /// The file with the root's certificate, which clients are to trust.
  package let rootFile: String
  /// The file with the certificate of an authority that has signed nothing: a client that trusts
  /// only this one trusts no server.
  package let emptyTrustFile: String
  /// The file with the certificate of a root that clients trust only if a scenario says so.
  package let strangerFile: String
  /// The file with the root's list of revoked certificates.
  package let revocationFile: String

  private let folder: PrivateFolder
  private let state: Mutex<IssuedCertificates>

  private static let inUse = HeldObject<RunCertificates>()

  /// The certificates of the current run: those that are retained somewhere, or new ones.
  package static func current() throws(ServerError) -> RunCertificates {
    try inUse.current { () throws(ServerError) in try RunCertificates() }
  }

  private init() throws(ServerError) {
    guard let folder = PrivateFolder() else {
      throw ServerError("There is no place for the files of certificates.")
    }
    self.folder = folder
    let root = try IssuedCertificate("authspec root", .authority(.usual), by: nil)
    let stranger = try IssuedCertificate("authspec stranger", .authority(.usual), by: nil)
    let idle = try IssuedCertificate("authspec idle root", .authority(.usual), by: nil)
    rootFile = try RunCertificates.write(try root.pem, to: "root.pem", in: folder)
    emptyTrustFile = try RunCertificates.write(try idle.pem, to: "nobody.pem", in: folder)
    strangerFile = try RunCertificates.write(try stranger.pem, to: "stranger.pem", in: folder)
    revocationFile = try RunCertificates.write(
      try RevocationList.pem(of: root), to: "revoked.pem", in: folder)
    state = Mutex(
      IssuedCertificates(root: root, stranger: stranger, clientNames: [try root.der: "root"]))
  }

  private static func write(
    _ octets: [UInt8], to name: String, in folder: PrivateFolder
  ) throws(ServerError) -> String {
    guard folder.write(Octets(octets), to: name) else {
      throw ServerError("The file of a certificate cannot be written.")
    }
    return "\(folder.path)/\(name)"
  }

  // MARK: Servers

  /// The credentials of a server with that certificate.
  func credentials(
    _ definition: CertificateDefinition, of server: Recording.Server
  ) throws(ServerError) -> TLSCredentials {
    let subject = IssuedCertificates.Subject(
      definition: definition, hosts: definition.hosts(of: server))
    return try state.withLock { (state: inout sending IssuedCertificates) throws(ServerError) in
      if let made = state.credentials[subject] { return made }
      let credentials = try TLSCredentials(definition, try state.certificate(subject))
      state.credentials[subject] = credentials
      return credentials
    }
  }

  /// The algorithms that a server with these versions accepts.
  func priority(_ versions: [TLSVersion]) throws(ServerError) -> TLSPriority {
    try state.withLock { (state: inout sending IssuedCertificates) throws(ServerError) in
      if let made = state.priorities[versions] { return made }
      let priority = try TLSPriority(versions)
      state.priorities[versions] = priority
      return priority
    }
  }

  /// The name of a certificate that a client was given, `root` for the root's; `nil` for any other.
  func name(ofClientCertificate der: [UInt8]) -> String? {
    state.withLock { $0.clientNames[der] }
  }

  // MARK: Clients

  /// The file with these certificates of servers, which a client trusts instead of the root.
  package func trustFile(
    _ trusted: [(definition: CertificateDefinition, server: Recording.Server)]
  ) throws(ServerError) -> String {
    var octets: [UInt8] = []
    for (definition, server) in trusted {
      octets += try certificate(definition, hosts: definition.hosts(of: server)).pem
    }
    return try file(octets, named: "trust")
  }

  /// The SHA-256 of the public key of a server's certificate, in base64, as pins have it.
  package func pin(
    _ definition: CertificateDefinition, of server: Recording.Server
  ) throws(ServerError) -> String {
    let certificate = try certificate(definition, hosts: definition.hosts(of: server))
    return String(describing: Octets(try certificate.publicKeyHash).base64)
  }

  /// A certificate for a client.
  package func clientCertificate(
    _ definition: CertificateDefinition
  ) throws(ServerError) -> (certificate: Octets, key: Octets, file: String) {
    let made = try certificate(definition, hosts: definition.hosts ?? [])
    let der = try made.der
    state.withLock { $0.clientNames[der] = definition.name }
    var pem = try made.pem
    if definition.path == .chain, let issuer = made.issuer, issuer.issuer != nil {
      pem += try issuer.pem
    }
    let key = try made.keyPEM
    return (Octets(pem), Octets(key), try file(pem + key, named: definition.name))
  }

  private func certificate(
    _ definition: CertificateDefinition, hosts: [CertificateHost]
  ) throws(ServerError) -> IssuedCertificate {
    try state.withLock { (state: inout sending IssuedCertificates) throws(ServerError) in
      try state.certificate(IssuedCertificates.Subject(definition: definition, hosts: hosts))
    }
  }

  /// The path of the file with that content.
  private func file(_ octets: [UInt8], named name: String) throws(ServerError) -> String {
    try state.withLock { (state: inout sending IssuedCertificates) throws(ServerError) in
      if let written = state.files[octets] { return written }
      let path = try RunCertificates.write(
        octets, to: "\(state.files.count)-\(FileName.safe(name)).pem", in: folder)
      state.files[octets] = path
      return path
    }
  }
}

extension CertificateDefinition {
  /// The hosts that it is for if that server shows it.
  func hosts(of server: Recording.Server) -> [CertificateHost] {
    if let hosts { return hosts }
    let host = server.host
    return host == Recording.Server.bracketed(server.address)
      ? [.address(server.address)] : [.address(server.address), .name(host)]
  }
}
