// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts
internal import CCurl

/// libcurl in this process, on the worker's own loop.
///
/// A session has one easy handle for all requests that come one after the other, since libcurl
/// keeps its Digest state there, and further handles with the same pool for requests that run
/// beside it. It is told everything by options; nothing comes from the environment or from files of
/// the user.
package final class LibcurlClient: ClientUnderTest {
  /// Receives the outcomes of requests.
  package weak var observer: (any ClientObserver)?
  /// Sessions keep the connections and the handles of the one before, and forget options,
  /// credentials and cookies.
  package var keepsConnections = false
  /// Servers that it reaches without TCP.
  package weak var localServers: (any UnixSocketResolver)?
  /// The most octets of a response's body: a client under test must not use up the memory.
  var longestBody = 64 << 20
  /// It verifies servers with TLS; `false` only in tests.
  package var verifiesServers = true

  private let loop: EventLoop
  private var session: CopyOnWrite<ClientSession>?
  /// Counts the sessions and changes, so that a handle's options are set only when they are not
  /// yet.
  private var generation = 0
  private var proxyLogin = LibcurlLogin()
  private var netrc: PrivateFile?
  private var multi: LibcurlMulti?
  private var transfers: [LibcurlTransfer] = []
  /// The cache that the handles share; closing it closes the connections.
  private var pool: LibcurlPool?
  /// The login for the URL of the last request.
  private var lastLogin = LibcurlLogin()
  private var lastURL: String?

  /// libcurl on that loop.
  package init(loop: EventLoop) {
    self.loop = loop
  }

  deinit {
    keepsConnections = false
    end()
    multi?.close()
  }

  /// Its loop's thread.
  package var place: ClientPlace { .thisThread }

  /// libcurl's name, version and abilities, as it reports them at run time.
  package var identity: ClientIdentity { .libcurl }

  /// See docs/decisions/0008.
  package var mostAtOnce: Int { 16 }

  // MARK: Sessions

  /// Makes fresh handles: no connections, cookies, remembered credentials.
  package func open(_ session: ClientSession) -> ClientTrouble? {
    // Nothing of an earlier session is kept.
    if self.session != nil || !keepsConnections && pool != nil { end() }
    guard LibcurlLibrary.isReady else { return .faulty("curl_global_init failed") }
    if multi == nil {
      multi = LibcurlMulti(loop: loop)
      multi?.finished = { [unowned self] in finish($0, $1) }
    }
    if pool == nil { pool = LibcurlPool() }
    guard multi != nil, pool != nil else { return .faulty("libcurl has no memory") }
    return change(session)
  }

  /// Changes the settings of later requests. The handles keep their memory, except cookies if the
  /// session keeps none from now on.
  package func change(_ session: ClientSession) -> ClientTrouble? {
    guard let pool else { return .faulty("there is no session") }
    let session = CopyOnWrite(session)
    do throws(ClientTrouble) {
      proxyLogin = LibcurlLogin()
      if let proxy = session.proxy {
        proxyLogin = try LibcurlLogin(session, for: .proxy, at: proxy)
      }
      if session.netrc != self.session?.netrc {
        netrc = session.netrc.flatMap { PrivateFile($0) }
        if session.netrc != nil, netrc == nil {
          return .faulty("a netrc file cannot be written")
        }
      }
      if session.cookies != pool.hasCookies {
        for transfer in transfers { transfer.leavePool() }
        pool.setCookies(session.cookies)
      }
      if let kerberos = session.kerberos, !LibcurlClient.uses(kerberos) {
        return .unsupported("Kerberos, as KRB5_CONFIG of this process is another")
      }
      multi?.tickets = session.kerberos?.tickets
      self.session = session
      generation += 1
      lastURL = nil
      return nil
    } catch {
      return error
    }
  }

  /// `true` if the library of Kerberos in this process reads that configuration.
  private static func uses(_ kerberos: ClientKerberos) -> Bool {
    ThisProcess.environment("KRB5_CONFIG") == kerberos.configuration
  }

  /// Ends the session: connections are closed, nothing is remembered.
  @discardableResult
  package func close() -> ClientTrouble? {
    end()
    return nil
  }

  private func end() {
    for transfer in transfers where transfer.number != nil {
      multi?.remove(transfer)
      transfer.number = nil
    }
    multi?.rest()
    if keepsConnections, let pool {
      for transfer in transfers { transfer.reset() }
      if pool.hasCookies {
        for transfer in transfers { transfer.leavePool() }
        pool.setCookies(false)
      }
    } else {
      // Connections are closed with the pool, and the pool is in use until no handle has it.
      for transfer in transfers { transfer.leavePool() }
      transfers.removeAll(keepingCapacity: true)
      pool = nil
    }
    netrc = nil
    session = nil
  }

  // MARK: Requests

  /// Starts a request.
  package func start(_ request: ClientRequest, number: Int) {
    func fail(_ message: String) {
      let failure = ClientFailure(kind: .internal, message: message)
      observer?.client(finished: number, .failure(failure))
    }
    guard let session, let multi, let pool else { return fail("there is no session") }
    guard let transfer = idleTransfer() else { return fail("curl_easy_init failed") }
    do throws(ClientTrouble) {
      if transfer.generation != generation {
        try transfer.set(
          session, proxyLogin: proxyLogin, netrc: netrc?.path, pool: pool,
          verifies: verifiesServers)
        transfer.generation = generation
      }
      try transfer.set(login(for: request.url, session))
      if let tls = session.tls {
        try transfer.set(LibcurlIdentity(tls, for: .origin, at: request.url))
      }
      try transfer.set(request)
    } catch {
      // A handle with half of its options set cannot be used.
      transfers.removeAll { $0 === transfer }
      observer?.client(finished: number, ClientOutcome(error))
      return
    }
    transfer.prepare(number: number, longestBody: longestBody)
    transfer.localServers = localServers
    if !multi.add(transfer) {
      transfer.number = nil
      fail("curl_multi_add_handle failed")
    }
  }

  /// Lets libcurl read.
  package func look() -> Bool { multi?.look() ?? false }

  /// Ends a request without an outcome.
  @discardableResult
  package func abandon(_ number: Int) -> String {
    guard let transfer = transfers.first(where: { $0.number == number }) else { return "" }
    multi?.remove(transfer)
    transfer.number = nil
    return ""
  }

  private func finish(_ transfer: LibcurlTransfer, _ result: CURLcode) {
    guard let number = transfer.number else { return }
    transfer.number = nil
    observer?.client(finished: number, transfer.outcome(result))
  }

  /// The first handle that has nothing to do: always the same one when requests follow each other.
  private func idleTransfer() -> LibcurlTransfer? {
    if let idle = transfers.first(where: { $0.number == nil }) { return idle }
    guard let transfer = LibcurlTransfer() else { return nil }
    transfers.append(transfer)
    return transfer
  }

  private func login(
    for url: String, _ session: CopyOnWrite<ClientSession>
  ) throws(ClientTrouble) -> LibcurlLogin {
    if lastURL == url { return lastLogin }
    lastURL = nil
    lastLogin = try LibcurlLogin(session, for: .origin, at: url)
    lastURL = url
    return lastLogin
  }
}
