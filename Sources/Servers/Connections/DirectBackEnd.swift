// SPDX-License-Identifier: Apache-2.0

import Platform

/// A back end that a relay calls to read and write plain octets, without a pair of sockets.
final class DirectBackEnd {
  private var handler: (any DescriptorHandler)?
  private var awaited: Readiness = []
  /// Nothing can be decrypted before the client sends more.
  private var isDry = false
  /// The handler is being called.
  private var isServing = false
  /// The handler has read since it was called.
  private var hasRead = false

  /// `true` if it waits for octets of the client.
  var wantsInput: Bool { awaited.contains(.readable) }

  /// Calls a handler from now on, and at once for octets that were decrypted before, which the loop
  /// does not report. Returns `false` if a handler is being called.
  func serve(_ handler: any DescriptorHandler, when readiness: Readiness, on descriptor: Int32)
    -> Bool
  {
    (self.handler, awaited) = (handler, readiness)
    if isServing { return false }
    read(descriptor)
    return true
  }

  /// Stops calling the handler.
  func leave() { (handler, awaited) = (nil, []) }

  /// Notes that there is more to decrypt, or the end.
  func refill() { isDry = false }

  /// Calls the handler to read, as long as there is something to decrypt.
  func read(_ descriptor: Int32) {
    guard !isServing else { return }
    isServing = true
    defer { isServing = false }
    while !isDry, let handler, wantsInput {
      hasRead = false
      handler.ready(descriptor, .readable)
      // A handler that did not read waits for something else.
      if !hasRead { return }
    }
  }

  /// Calls the handler to write, if it waits for that.
  func write(_ descriptor: Int32) {
    if awaited.contains(.writable) { handler?.ready(descriptor, .writable) }
  }

  /// Calls the handler although it does not wait.
  func notify(_ descriptor: Int32, _ readiness: Readiness) {
    handler?.ready(descriptor, readiness)
  }

  /// Decrypts octets for the handler.
  func receive(_ decrypt: () -> StreamSocket.Reception) -> StreamSocket.Reception {
    hasRead = true
    if isDry { return .none }
    let reception = decrypt()
    if case .octets = reception { return reception }
    isDry = true
    return reception
  }
}
