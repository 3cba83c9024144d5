// SPDX-License-Identifier: Apache-2.0

import Kerberos
import Platform
internal import CCurl

/// A multi handle of libcurl on an event loop: libcurl determines which sockets to watch and when
/// to be called again, and finished transfers are reported.
///
/// `finished` is not called from inside libcurl, so it may start, abandon and close.
@safe final class LibcurlMulti: DescriptorHandler, TimerHandler {
  /// The most timers of 0 ms in a row that are served before the loop turns.
  private static let roundsAtOnce = 64

  private let loop: EventLoop
  private var handle: OpaquePointer?
  private var watched: [(descriptor: Int32, readiness: Readiness)] = []
  /// When libcurl wants to be called; `nil` for never.
  private var due: Instant?
  /// libcurl wants to be called now.
  private var isDueNow = false
  /// The timer in the loop, at or before `due`: a later `due` does not move it.
  private var armed: (timer: EventLoop.TimerID, at: Instant)?

  /// The calls in a row after which libcurl wanted the same as before and had finished nothing.
  private var vainCalls = 0
  /// The number of such calls after which libcurl is called once in a millisecond: it has asked for
  /// a socket that is ready, and does nothing with it until somebody else acts.
  private static let mostVainCalls = 2_000
  /// Ends the pause after such calls.
  private var pause: EventLoop.TimerID?

  /// The file with the tickets of the session; `nil` for none. The Kerberos library keeps one file
  /// for each thread, so it is set before each call of libcurl.
  var tickets: String?

  /// Called with each finished transfer, after it is removed from the multi handle.
  var finished: ((LibcurlTransfer, CURLcode) -> Void)?

  /// A multi handle without transfers and connections; `nil` if libcurl has no memory.
  init?(loop: EventLoop) {
    guard let handle = unsafe curl_multi_init() else { return nil }
    self.loop = loop
    unsafe self.handle = unsafe handle
    // The handle never outlives this object (`close`), so it need not keep it.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe authspec_multi_on_socket(handle, LibcurlMulti.onSocket, context)
    _ = unsafe authspec_multi_on_timer(handle, LibcurlMulti.onTimer, context)
  }

  deinit { close() }

  /// Closes all connections. There must be no transfers.
  func close() {
    guard let handle = unsafe handle else { return }
    unsafe curl_multi_cleanup(handle)
    unsafe self.handle = nil
    for watch in watched { loop.forget(watch.descriptor) }
    watched.removeAll()
    endPause()
    rest()
    disarm()
    finished = nil
  }

  /// Called when there is no transfer. The loop's timer stays for the next one, and does nothing
  /// before that.
  func rest() {
    due = nil
    isDueNow = false
  }

  /// Starts a transfer, which may finish before this returns. Returns `false` if libcurl refuses.
  func add(_ transfer: LibcurlTransfer) -> Bool {
    guard let handle = unsafe handle,
      unsafe curl_multi_add_handle(handle, transfer.handle) == CURLM_OK
    else { return false }
    settle()
    return true
  }

  /// Removes a transfer; its connection is closed if it was not finished.
  func remove(_ transfer: LibcurlTransfer) {
    guard let handle = unsafe handle else { return }
    _ = unsafe curl_multi_remove_handle(handle, transfer.handle)
    rearm()
  }

  // MARK: The loop's calls

  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    var mask: Int32 = 0
    if readiness.contains(.readable) { mask |= CURL_CSELECT_IN }
    if readiness.contains(.writable) { mask |= CURL_CSELECT_OUT }
    if readiness.contains(.hungUp) { mask |= CURL_CSELECT_ERR }
    vainCalls += 1
    act(on: descriptor, mask)
    settle()
    if vainCalls > LibcurlMulti.mostVainCalls { beginPause() }
  }

  private func beginPause() {
    guard pause == nil else { return }
    for watch in watched { loop.forget(watch.descriptor) }
    let end = Instant.now.advanced(byMilliseconds: 1)
    pause = loop.schedule(at: end, token: LibcurlMulti.pauseToken, handler: self)
  }

  private func endPause() {
    if let pause { loop.cancel(pause) }
    pause = nil
  }

  private static let pauseToken = 1

  func timeUp(_ token: Int) {
    if token == LibcurlMulti.pauseToken {
      pause = nil
      for watch in watched { loop.watch(watch.descriptor, for: watch.readiness, handler: self) }
      return
    }
    armed = nil
    if let due, due <= Instant.now {
      self.due = nil
      isDueNow = true
    }
    settle()
  }

  /// Reads from the connection if there is exactly one and it waits to be read from.
  func look() -> Bool {
    guard watched.count == 1, watched[0].readiness == .readable else { return false }
    act(on: watched[0].descriptor, CURL_CSELECT_IN)
    settle()
    return true
  }

  private func act(on descriptor: Int32, _ mask: Int32) {
    guard let handle = unsafe handle else { return }
    var running: Int32 = 0
    if let tickets { _ = try? GSSLibrary.loaded.get().useCache(tickets) }
    _ = unsafe curl_multi_socket_action(handle, descriptor, mask, &running)
  }

  /// Serves timers of 0 ms, reports finished transfers, and sets the loop's timer.
  private func settle() {
    var rounds = 0
    while isDueNow && rounds < LibcurlMulti.roundsAtOnce {
      isDueNow = false
      act(on: CURL_SOCKET_TIMEOUT, 0)
      rounds += 1
    }
    reportFinished()
    rearm()
  }

  private func reportFinished() {
    var left: Int32 = 0
    // The handle is read each time, since `finished` may close it.
    while let handle = unsafe handle, let message = unsafe curl_multi_info_read(handle, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE,
        let easy = unsafe message.pointee.easy_handle
      else { continue }
      let result = unsafe message.pointee.data.result
      guard let context = unsafe authspec_easy_context(easy) else { continue }
      let transfer = unsafe Unmanaged<LibcurlTransfer>.fromOpaque(context).takeUnretainedValue()
      _ = unsafe curl_multi_remove_handle(handle, easy)
      vainCalls = 0
      finished?(transfer, result)
    }
  }

  private func rearm() {
    if isDueNow {
      isDueNow = false
      due = Instant.now
    }
    guard let due, armed.map({ due < $0.at }) ?? true else { return }
    disarm()
    armed = (loop.schedule(at: due, handler: self), due)
  }

  private func disarm() {
    if let armed { loop.cancel(armed.timer) }
    armed = nil
  }

  // MARK: libcurl's calls

  private static let onSocket: curl_socket_callback = { _, descriptor, what, context, _ in
    guard let context = unsafe context else { return 0 }
    let multi = unsafe Unmanaged<LibcurlMulti>.fromOpaque(context).takeUnretainedValue()
    multi.watch(descriptor, what)
    return 0
  }

  private static let onTimer: curl_multi_timer_callback = { _, milliseconds, context in
    guard let context = unsafe context else { return 0 }
    let multi = unsafe Unmanaged<LibcurlMulti>.fromOpaque(context).takeUnretainedValue()
    multi.call(in: milliseconds)
    return 0
  }

  private func watch(_ descriptor: Int32, _ what: Int32) {
    vainCalls = 0
    let readiness: Readiness
    switch what {
    case CURL_POLL_IN: readiness = .readable
    case CURL_POLL_OUT: readiness = .writable
    case CURL_POLL_INOUT: readiness = [.readable, .writable]
    default:
      loop.forget(descriptor)
      watched.removeAll { $0.descriptor == descriptor }
      return
    }
    loop.watch(descriptor, for: readiness, handler: self)
    if let place = watched.firstIndex(where: { $0.descriptor == descriptor }) {
      watched[place].readiness = readiness
    } else {
      watched.append((descriptor, readiness))
    }
  }

  /// CURLMOPT_TIMERFUNCTION: -1 is never, 0 is at once but not from inside this call.
  private func call(in milliseconds: Int) {
    isDueNow = milliseconds == 0
    due = milliseconds > 0 ? Instant.now.advanced(byMilliseconds: milliseconds) : nil
  }
}
