// SPDX-License-Identifier: Apache-2.0

import Clients
import Kerberos
import Platform
import Scenarios
import Servers
import Transcripts

/// Plays cases one after the other, with servers and a client of its own, on a loop that it may
/// share with other players.
package final class CasePlayer {
  /// Idle connections stay open for the next case, if the client supports it. For measurements, and
  /// for inputs that do not depend on connections.
  package var keepsConnections: Bool {
    get { client.keepsConnections }
    set { client.keepsConnections = newValue }
  }

  /// The client connects to its servers over Unix sockets instead of TCP, if it supports that.
  package var usesLocalSockets: Bool {
    get { client.localServers != nil }
    set { client.localServers = newValue ? group : nil }
  }

  let loop: EventLoop
  let group: ServerGroup
  let client: any ClientUnderTest
  let identity: ClientIdentity
  /// The client picks the scheme from the challenges.
  let choosesByChallenge: Bool
  /// Observes the client for the case in play.
  let relay = ObserverRelay()
  let timeout: Int
  let grace: Int
  let caseTimeout: Int
  /// The time at which all cases end; `nil` if each has only its own time.
  let deadline: Instant?
  private var realm: RunRealm?

  /// Creates a player on a loop. `timeout` is the milliseconds for one request, and `grace` those
  /// after which a client counts as hung. `caseTimeout` is for the whole case; by default a minute,
  /// or ten times `timeout` if that is more. All cases end at `deadline`.
  package init(
    loop: EventLoop, client: any ClientUnderTest, timeout: Int, grace: Int = 2000,
    caseTimeout: Int? = nil, deadline: Instant? = nil
  ) {
    self.loop = loop
    self.client = client
    self.timeout = timeout
    self.grace = grace
    self.caseTimeout = caseTimeout ?? max(60_000, 10 * timeout)
    self.deadline = deadline
    identity = client.identity
    choosesByChallenge = identity.abilities.contains(.byChallenge)
    group = ServerGroup(loop: loop)
  }

  /// Plays a case from its first step to its last, or until the client fails. A request may take
  /// `patience` times as long as usual.
  package func play(_ plan: CasePlan, patience: Int = 1) -> PlayedCase {
    let inPlay = CaseExecution(plan, self, patience: patience)
    inPlay.begin()
    while !inPlay.isOver { CasePlayer.turn([inPlay], on: loop) }
    return inPlay.played()
  }

  /// The nanoseconds for which neither this thread nor the client's processes could run.
  package func delay(unlessWithin age: Int = 0, now: Instant) -> Int64 {
    loop.delay(unlessWithin: age, now: now) + client.delay(unlessWithin: age)
  }

  /// A limit for the client from `now` on, which ends at `end` at the latest.
  func limit(_ milliseconds: Int, end: Instant? = nil, now: Instant = .now) -> TimeLimit {
    TimeLimit(
      milliseconds: milliseconds, delay: delay(unlessWithin: TimeLimit.age, now: now), end: end,
      now: now)
  }

  /// The realm of the run, held from the first case with Negotiate on.
  func runRealm() throws(KerberosUnavailable) -> RunRealm {
    if let realm { return realm }
    let realm = try RunRealm.current()
    self.realm = realm
    return realm
  }

  /// Closes the servers.
  package func stop() { group.stop() }

  /// Plays cases side by side, each by its own player; the players share a loop. Cases without a
  /// player are not played. A request may take `patience` times as long as usual.
  package static func play(
    _ plans: [CasePlan], by players: [CasePlayer], patience: Int = 1
  ) -> [PlayedCase] {
    play(plans, by: players, beside: [], patience: patience)
  }

  /// Like the above; `others` are in play already and are advanced meanwhile.
  static func play(
    _ plans: [CasePlan], by players: [CasePlayer], beside others: [CaseExecution], patience: Int
  ) -> [PlayedCase] {
    guard let loop = players.first?.loop else { return [] }
    let cases = zip(plans, players).map { CaseExecution($0, $1, patience: patience) }
    for inPlay in cases { inPlay.begin() }
    let all = cases + others
    while cases.contains(where: { !$0.isOver }) { turn(all, on: loop) }
    return cases.map { $0.played() }
  }

  /// Plays cases that have begun, until at least one is over and the others only wait.
  static func playUntilRestWaits(_ cases: [CaseExecution], on loop: EventLoop) {
    while true {
      let isOneOver = cases.contains(where: \.isOver)
      if isOneOver ? cases.allSatisfy({ $0.isOver || $0.isWaiting }) : cases.isEmpty { return }
      turn(cases, on: loop, mayWait: !isOneOver)
    }
  }

  /// Advances all cases once: all do the same at the same time, so that the code is in the
  /// processor's caches. If none makes progress, waits until something happens or is due; unless it
  /// `mayWait`, it waits only a moment, after which the cases count as waiting.
  private static func turn(
    _ cases: [CaseExecution], on loop: EventLoop, mayWait: Bool = true
  ) {
    var isMoving = false
    for inPlay in cases { inPlay.serve() }
    for inPlay in cases where inPlay.read() { isMoving = true }
    var due: Instant?
    for inPlay in cases {
      if inPlay.advance() { isMoving = true }
      if let next = inPlay.due { due = due.map { min($0, next) } ?? next }
    }
    guard let due, !isMoving else { return }
    let moment = Instant.now.advanced(byMilliseconds: CasePlayer.moment)
    let isCut = !mayWait && moment < due
    let sawSomething = loop.turn(until: isCut ? moment : due)
    for inPlay in cases { inPlay.loopHasTurned(sawSomething: sawSomething) }
    if isCut, !sawSomething { for inPlay in cases { inPlay.isWaiting = true } }
  }

  /// Milliseconds after which cases that nothing happens to count as waiting.
  private static let moment = 2
}
