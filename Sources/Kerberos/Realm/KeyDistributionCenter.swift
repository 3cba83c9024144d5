// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform

/// The KDC of a realm: a process of `krb5kdc` without privileges.
///
/// The KDC ends with this object, and also if this program ends in any way. If this program is
/// killed, the folder of the realm is removed as well.
package final class KeyDistributionCenter: Sendable {
  private let process: DependentProcess
  /// The realm, whose folder must outlive the process.
  package let realm: KerberosRealm

  /// The process id of the shell that ends the KDC.
  package var number: Int32 { process.number }

  /// Loads the realm's database and starts the KDC. Blocks until the KDC is ready. Tries several
  /// times, at most `milliseconds` each time, because another program may use the UDP port for a
  /// moment.
  package init(_ realm: KerberosRealm, within milliseconds: Int = 20_000)
    throws(KerberosUnavailable)
  {
    for program in ["kdb5_util", "krb5kdc"] where !KeyDistributionCenter.isInstalled(program) {
      throw .program(program)
    }
    self.realm = realm
    var tries = 0
    while true {
      tries += 1
      let process = try KeyDistributionCenter.start(realm)
      switch process.answer(containing: "starting...", within: milliseconds) {
      case .expected:
        self.process = process
        return
      case .ended(let words):
        if tries < KeyDistributionCenter.maximumTries { continue }
        throw .start(KeyDistributionCenter.line(words))
      case .late: throw .silent(milliseconds: milliseconds)
      }
    }
  }

  private static let maximumTries = 3

  private static func start(
    _ realm: KerberosRealm
  ) throws(KerberosUnavailable) -> DependentProcess {
    try realm.writeDatabase()
    do throws(ProcessError) {
      return try DependentProcess(
        script: script,
        arguments: [Octets(realm.folder.path), Octets(KerberosPrincipal.realm)],
        environment: CleanEnvironment.variables(
          realm.folder,
          and: [
            .init("PATH", Octets(path)), .init("KRB5_CONFIG", Octets(realm.configuration)),
            .init("KRB5_KDC_PROFILE", Octets(realm.folder.path + "/kdc.conf")),
          ]))
    } catch { throw .start(error.reason) }
  }

  /// `false` once the KDC has ended, which closes its output.
  var isRunning: Bool {
    if case .ended = process.answer(containing: "\0", within: 0) { return false }
    return true
  }

  /// Ends the KDC.
  package func end() { process.end(within: 1_000) }

  deinit { end() }

  /// krb5kdc reports on standard error that it listens. Only krb5kdc keeps the output open, so that
  /// its end closes it. The shell reads until this program closes the pipe or ends.
  private static let script = """
    umask 077
    exec 2>&1
    kdb5_util -r "$2" load "$1/dump" || exit 1
    rm -f "$1/dump" "$1/dump.dump_ok"
    krb5kdc -n -r "$2" </dev/null &
    kdc=$!
    exec >/dev/null 2>&1
    word=
    read -r word
    kill -KILL "$kdc"
    wait "$kdc"
    [ "$word" = end ] || rm -rf -- "$1"
    """

  /// PATH with the folders of system programs, which are not in the PATH of all users.
  private static let path =
    String(decoding: CleanEnvironment.path, as: UTF8.self) + ":/usr/local/sbin:/usr/sbin:/sbin"

  private static func isInstalled(_ program: String) -> Bool {
    path.split(separator: ":").contains { FileReading.kind(of: "\($0)/\(program)") == .file }
  }

  /// The last lines of a text, on one line.
  private static func line(_ words: String) -> String {
    words.split(separator: "\n").suffix(3).joined(separator: "; ")
  }
}
