// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform

/// The KDC of a realm: `krb5kdc`, a process of its own without any privilege.
///
/// It is ended with this object, and within a moment after this program has ended in any way. If
/// this program was killed, the folder of the realm is then removed as well.
package final class KeyDistributionCenter: Sendable {
  private let process: DependentProcess
  /// Its realm, whose folder must outlive the process.
  package let realm: KerberosRealm

  /// The process id of the shell that ends the KDC.
  package var number: Int32 { process.number }

  /// Loads the realm's database and starts the KDC. Blocks until it is ready, at most that long.
  /// Somebody may use the port of datagrams for a moment, so it is tried more than once.
  package init(_ realm: KerberosRealm, within milliseconds: Int = 5_000)
    throws(KerberosUnavailable)
  {
    for program in ["kdb5_util", "krb5kdc"] where !KeyDistributionCenter.isInstalled(program) {
      throw .program(program)
    }
    self.realm = realm
    let deadline = Instant.now.advanced(byMilliseconds: milliseconds)
    var tries = 0
    while true {
      tries += 1
      let process = try KeyDistributionCenter.start(realm)
      let left = max(0, Int(deadline.nanoseconds(since: .now) / 1_000_000))
      switch process.answer(containing: "starting...", within: left) {
      case .expected:
        self.process = process
        return
      case .ended(let words):
        if tries < KeyDistributionCenter.mostTries, Instant.now < deadline { continue }
        throw .start(KeyDistributionCenter.line(words))
      case .late: throw .silent(milliseconds: milliseconds)
      }
    }
  }

  private static let mostTries = 3

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

  /// `false` once the KDC is gone: it alone keeps its output open.
  var isRunning: Bool {
    if case .ended = process.answer(containing: "\0", within: 0) { return false }
    return true
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
    word=
    read -r word
    kill -KILL "$kdc"
    wait "$kdc"
    [ "$word" = end ] || rm -rf -- "$1"
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
