// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

// How a connection answers its requests, and what follows its replies.
extension HTTP2Connection {
  func answerIfDecided(_ current: HTTP2Exchange) {
    guard phase == .open, let reply = current.exchange.reply, !current.exchange.isAnswering,
      current.exchange.isComplete || reply.isDue(after: current.body.count)
    else { return }
    current.exchange.isAnswering = true
    if let delay = reply.trickle?.delay, delay > 0 {
      schedule(Int(current.stream), in: delay, replacing: &current.timer)
    } else {
      answer(current, reply)
    }
  }

  func answer(_ current: HTTP2Exchange, _ reply: Reply) {
    let stream = current.stream
    for head in reply.interim {
      session.send(interim: head, on: stream)
    }
    switch reply.content {
    case .response(let response):
      let made = HTTP2Response(response, to: current.exchange.head.method)
      session.send(made.fields, body: made.body, on: stream)
      if let trickle = reply.trickle, let body = made.body, trickle.octets < body.count {
        current.trickling = body
        body.allow(trickle.octets)
        schedule(Int(stream), in: trickle.milliseconds, replacing: &current.timer)
      }
    case .streamEnd(let end):
      switch end.frame {
      case .reset: session.reset(stream, code: end.code.rawValue)
      case .goAway:
        // "The last stream identifier in the GOAWAY frame contains the highest-numbered stream
        // identifier for which the sender […] might have taken some action on" (RFC 9113 6.8).
        session.goAway(after: stream - 2, code: end.code.rawValue)
        hasAnswered(current)
      }
    case .tunnel(let target, _): openTunnel(current, to: target)
    case .nothing: break
    case .raw, .webSocket:
      fault("HTTP/2 has no raw replies or websockets.")
      return end(.byServer)
    }
    take(reply.afterwards, of: current, reply.content)
  }

  private func take(
    _ fate: ConnectionFate, of current: HTTP2Exchange, _ content: Reply.Content
  ) {
    switch fate {
    case .keep: return
    case .streamReset: current.isResetAfterwards = true
    case .close:
      // GOAWAY refers to a response.
      if content != .nothing {
        session.goAway(after: current.stream, code: HTTP2ErrorCode.noError.rawValue)
      }
      self.fate = fate
    case .closeSilently, .truncate, .reset, .stall: self.fate = fate
    }
  }

  /// Opens the way from a stream to another server of the case (RFC 9113 8.5).
  private func openTunnel(_ current: HTTP2Exchange, to target: Int) {
    let stream = current.stream
    guard let inner = tunnel(to: target) else {
      return session.reset(stream, code: HTTP2ErrorCode.connectError.rawValue)
    }
    let body = HTTP2Body(Octets(), isComplete: false)
    session.send(HTTP2Fields(of: ResponseHead(status: 200)), body: body, on: stream)
    let tunnel = HTTP2Tunnel(inner, body, loop: home.loop) { [unowned self] in
      session.resume(stream)
      finishTurn()
    }
    current.tunnel = tunnel
    hasAnswered(current)
    tunnel.watch()
  }

  /// Hands one end of a pair of sockets to another server; returns the other end, or `nil` if there
  /// is none.
  private func tunnel(to target: Int) -> Int32? {
    guard home.hasServer(target) else {
      play.fault("There is no server \(target) to tunnel to.", server: 0, connection: index)
      return nil
    }
    guard let ends = Sockets.pair(),
      let inner = play.open(server: target, tunnelledThrough: index, at: play.now)
    else { return nil }
    home.serve(
      ends.1,
      outOfTunnel: AcceptedConnection(
        server: target, index: inner, outer: outer + [index], play: play),
      with: [])
    return ends.0
  }

  func hasAnswered(_ stream: Int32) {
    guard let current = exchange(on: stream) else { return }
    hasAnswered(current)
    if current.isResetAfterwards, !current.exchange.isComplete {
      current.isResetAfterwards = false
      session.reset(stream, code: HTTP2ErrorCode.noError.rawValue)
    } else {
      grantWithheld(of: current)
    }
  }

  private func hasAnswered(_ current: HTTP2Exchange) {
    guard !current.exchange.isReplied else { return }
    current.exchange.isReplied = true
    unsent.append(current.exchange.index)
  }

  func grantWithheld(of current: HTTP2Exchange) {
    if current.withheld > 0 { session.grant(current.withheld, on: current.stream) }
    current.withheld = 0
  }

  /// "Upon receiving an HTTP/1.1 (or later) request that has a method, target URI, and complete
  /// header section that contains a 100-continue expectation […] an origin server MUST send either"
  /// a final status "or an interim 100" (RFC 9110 10.1.1).
  func sendContinue(_ current: HTTP2Exchange) {
    guard current.exchange.head.expectsContinue else { return }
    session.send(interim: ResponseHead(status: 100), on: current.stream)
  }
}
