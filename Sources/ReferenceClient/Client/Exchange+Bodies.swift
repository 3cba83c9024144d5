// SPDX-License-Identifier: Apache-2.0

import Transcripts
import HTTPAuth
import Platform

/// The body of a request, and its framing.
extension Exchange {
  /// Writes Content-Length or Transfer-Encoding. Returns `true` if the body waits for 100
  /// (Continue).
  func writeFraming(to writer: inout RequestWriter, body: Octets?) -> Bool {
    if hop.announcesNothing {
      writer.append("Content-Type", "application/octet-stream")
      writer.append("Transfer-Encoding", "chunked")
      return false
    }
    guard let body else {
      let anticipatesBody = hop.method == "POST" || hop.method == "PUT" || hop.method == "PATCH"
      if anticipatesBody ? !faults.takes(.noLengthOfNothing) : faults.takes(.lengthOfNothingSent) {
        writer.append("Content-Length", "0")
      }
      return false
    }
    if !body.isEmpty, !writer.has("Content-Type"), faults.takes(.sendsContentType) {
      writer.append("Content-Type", "application/octet-stream")
    }
    if isChunked(body) {
      writer.append("Transfer-Encoding", "chunked")
    } else {
      writer.append("Content-Length", Octets(String(body.count)))
    }
    let expectsAlready = hop.callers("Expect")?.equalsIgnoringCase("100-continue") ?? false
    if body.isEmpty { return false }
    // A body that can be read only once is not sent before the server could challenge.
    guard hop.isStream || (!expectsAlready && faults.takes(.expectsContinue)) else {
      return expectsAlready
    }
    if !expectsAlready { writer.append("Expect", "100-continue") }
    return true
  }

  func framed(_ body: Octets?) -> [UInt8] {
    guard let body else { return hop.announcesNothing ? RequestWriter.chunked("", faults) : [] }
    return isChunked(body) ? RequestWriter.chunked(body, faults) : body.array
  }

  /// `true` if the body is sent without its length (RFC 9112 6.1).
  private func isChunked(_ body: Octets) -> Bool {
    if hop.isChunked { return true }
    return sending.hasAnsweredIn11 && !body.isEmpty && faults.takes(.chunkedOnceKnown)
  }

  /// Sends the body after waiting for 100 (Continue).
  func sendBody(on connection: Connection) {
    stopWaiting()
    phase = .sent
    if hop.isStream { sending.isStreamSpent = true }
    connection.send(body: sending.heldBack, framed: framed(sending.heldBack))
    watchForSlowness()
  }
}
