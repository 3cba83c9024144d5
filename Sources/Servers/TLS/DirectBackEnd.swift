// SPDX-License-Identifier: Apache-2.0

import Platform

/// A back end that reads and writes the plain octets in a relay, without a pair of sockets: when it
/// is called.
final class DirectBackEnd {
  private var handler: (any DescriptorHandler)?
  private var awaited: Readiness = []
  /// Nothing more can be decrypted before the client sends more.
  private var isDry = false
  /// It is being called, and has read.
  private var isServing = false
  private var hasRead = false

  /// It waits for what the client sends.
  var wantsInput: Bool { awaited.contains(.readable) }

  /// Calls a handler from now on, and at once for what was decrypted before, which is not announced
  /// again; `false` if it is the one that is being called.
  func serve(_ handler: any DescriptorHandler, when readiness: Readiness, on descriptor: Int32)
    -> Bool
  {
    (self.handler, awaited) = (handler, readiness)
    if isServing { return false }
    read(descriptor)
    return true
  }

  /// Calls nobody any more.
  func leave() { (handler, awaited) = (nil, []) }

  /// There is more to decrypt, or the end.
  func refill() { isDry = false }

  /// Has it read as long as there is something for it.
  func read(_ descriptor: Int32) {
    guard !isServing else { return }
    isServing = true
    defer { isServing = false }
    while !isDry, let handler, wantsInput {
      hasRead = false
      handler.ready(descriptor, .readable)
      // One that did not read waits for something else.
      if !hasRead { return }
    }
  }

  /// Has it write if it waits for that.
  func write(_ descriptor: Int32) {
    if awaited.contains(.writable) { handler?.ready(descriptor, .writable) }
  }

  /// Calls it though it does not wait.
  func notify(_ descriptor: Int32, _ readiness: Readiness) {
    handler?.ready(descriptor, readiness)
  }

  /// Decrypts for it; `.none` and the end are all that there is for now.
  func receive(_ decrypt: () -> StreamSocket.Reception) -> StreamSocket.Reception {
    hasRead = true
    if isDry { return .none }
    let reception = decrypt()
    if case .octets = reception { return reception }
    isDry = true
    return reception
  }
}
