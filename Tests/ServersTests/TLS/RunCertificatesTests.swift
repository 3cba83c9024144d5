// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
@testable import Servers
import Testing

/// The files of a run's certificates, and alerts that are sent in clear.
@Suite struct RunCertificatesTests {
  @Test func theFilesStandInAPrivateFolderAndGoWithTheRun() throws {
    var certificates: RunCertificates? = try .current()
    let file = try #require(certificates?.rootFile)
    #expect(FileReading.kind(of: file) == .file)
    #expect(try FileReading.read(file).starts(with: "-----BEGIN CERTIFICATE-----".utf8))
    #expect(try RunCertificates.current().rootFile == file)
    let card = try certificates?.clientCertificate(CertificateDefinition(name: "card"))
    let key = try #require(card?.file)
    #expect(Octets(try FileReading.read(key)).array.count > 500)
    certificates = nil
    // Another suite may hold them; then the files stay until it lets go.
    let other = try RunCertificates.current()
    #expect(other.rootFile == file || FileReading.kind(of: file) == nil)
  }

  @Test func equalDefinitionsAreOneCertificate() throws {
    let certificates = try RunCertificates.current()
    var definition = CertificateDefinition(name: "card")
    let first = try certificates.clientCertificate(definition)
    #expect(try certificates.clientCertificate(definition).file == first.file)
    definition.issuer = .stranger
    #expect(try certificates.clientCertificate(definition).file != first.file)
  }

  @Test func anAlertInClearIsFoundInPieces() {
    let records: [UInt8] = [22, 3, 3, 0, 3, 1, 2, 3, 23, 3, 3, 0, 2, 2, 48, 21, 3, 3, 0, 2, 2, 45]
    for size in 1...records.count {
      var reader = PlainAlertReader()
      var rest = records[...]
      while !rest.isEmpty {
        unsafe Array(rest.prefix(size)).withUnsafeBytes { unsafe reader.read($0) }
        rest = rest.dropFirst(size)
      }
      #expect(reader.alert?.name == "certificate_expired")
    }
    var reader = PlainAlertReader()
    unsafe ([21, 3, 3, 0, 19, 2, 45] as [UInt8]).withUnsafeBytes { unsafe reader.read($0) }
    #expect(reader.alert == nil)
  }
}
