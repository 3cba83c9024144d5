// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform

/// The KDC of a realm: `krb5kdc`, a process of its own without any privilege.
///
/// It is ended with this object, and within a moment after this program has ended in any way. Its
/// folder is then removed as well.
package final class KeyDistributionCenter: Sendable {
  private let process: DependentProcess
  /// Its realm, whose folder must outlive the process.
  package let realm: KerberosRealm

  /// The process id of the shell that ends the KDC.
  package var number: Int32 { process.number }

  /// Loads the realm's database and starts the KDC. Blocks until it is ready, at most that long.
  package init(_ realm: KerberosRealm, within milliseconds: Int = 5_000)
    throws(KerberosUnavailable)
  {
    for program in ["kdb5_util", "krb5kdc"] where !KeyDistributionCenter.isInstalled(program) {
      throw .program(program)
    }
    try realm.writeDatabase()
    realm.port.releaseDatagrams()
    let folder = Octets(realm.folder.path)
    do throws(ProcessError) {
      process = try DependentProcess(
        script: KeyDistributionCenter.script, arguments: [folder, Octets(KerberosPrincipal.realm)],
        environment: CleanEnvironment.variables(
          realm.folder,
          and: [
            .init("PATH", Octets(KeyDistributionCenter.path)),
            .init("KRB5_CONFIG", Octets(realm.configuration)),
            .init("KRB5_KDC_PROFILE", Octets(realm.folder.path + "/kdc.conf")),
          ]))
    } catch { throw .start(error.reason) }
    self.realm = realm
    switch process.answer(containing: "starting...", within: milliseconds) {
    case .expected: break
    case .ended(let words): throw .start(KeyDistributionCenter.line(words))
    case .late: throw .silent(milliseconds: milliseconds)
    }
  }

  /// Ends the KDC; it does not answer afterwards.
  package func end() { process.end(within: 1_000) }

  deinit { end() }

  /// krb5kdc announces on standard error that it listens. It alone keeps the output open, so that
  /// its end is seen. The shell reads until this program closes the pipe, or ends.
  private static let script = """
    umask 077
    exec 2>&1
    kdb5_util -r "$2" load "$1/dump" || exit 1
    rm -f "$1/dump" "$1/dump.dump_ok"
    krb5kdc -n -r "$2" </dev/null &
    kdc=$!
    exec >/dev/null 2>&1
    while read -r line; do :; done
    kill -KILL "$kdc"
    wait "$kdc"
    rm -rf -- "$1"
    """

  /// PATH, and the folders of the programs of administrators, which are not in everybody's PATH.
  private static let path =
    String(decoding: CleanEnvironment.path, as: UTF8.self) + ":/usr/local/sbin:/usr/sbin:/sbin"

  private static func isInstalled(_ program: String) -> Bool {
    path.split(separator: ":").contains { FileReading.kind(of: "\($0)/\(program)") == .file }
  }

  /// Words on one line.
  private static func line(_ words: String) -> String {
    words.split(separator: "\n").suffix(3).joined(separator: "; ")
  }
}
