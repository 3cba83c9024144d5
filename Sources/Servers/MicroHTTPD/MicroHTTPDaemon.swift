// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts
internal import CMicroHTTPD

/// libmicrohttpd on a worker's loop: a daemon without threads and listening sockets, which gets the
/// connections of all servers that it plays, and lives as long as the worker.
@safe final class MicroHTTPDaemon {
  /// The octets of memory for a connection: for a request's head of 8 KiB, and a response's of 4 KiB
  /// (`BackEndLimits.head`). The library clears them for every request, so more memory costs time.
  private static let memory = 12 << 10
  private static let largeMemory = 1 << 22
  /// The number of steps in which the memory is used. The library reads a head from its beginning
  /// at each step.
  private static let increments = 8
  private static let connectionLimit: UInt32 = 4_096
  /// The most times that it is run at once while it reports that there is more to do.
  private static let patience = 64

  let hasLargeHeads: Bool
  private let loop: EventLoop
  private var daemon: OpaquePointer?
  private var epoll: Int32 = -1
  /// The connections by descriptor. The library has unretained pointers to them.
  private var connections: [Int32: MicroHTTPDConnection] = [:]
  /// The refusals in the library's log since a connection was closed.
  private var complaints: [String] = []
  private var isRunning = false
  private var timer: EventLoop.TimerID?

  init(loop: EventLoop, hasLargeHeads: Bool) throws(ServerError) {
    self.loop = loop
    self.hasLargeHeads = hasLargeHeads
    let memory = hasLargeHeads ? MicroHTTPDaemon.largeMemory : MicroHTTPDaemon.memory
    // The library gives this pointer back in its callbacks, which run only while this object runs
    // it.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe daemon = authspec_start_daemon(
      memory, memory / MicroHTTPDaemon.increments, MicroHTTPDaemon.connectionLimit,
      MicroHTTPDCallbacks.log,
      MicroHTTPDCallbacks.start, MicroHTTPDCallbacks.handle, MicroHTTPDCallbacks.completed,
      MicroHTTPDCallbacks.notify, context)
    guard let daemon = unsafe daemon else {
      throw ServerError("libmicrohttpd cannot be started: \(Sockets.lastError).")
    }
    epoll = unsafe authspec_epoll_descriptor(daemon)
    guard epoll >= 0 else {
      unsafe MHD_stop_daemon(daemon)
      unsafe self.daemon = nil
      throw ServerError("libmicrohttpd cannot be watched: it has no epoll descriptor.")
    }
    loop.watch(epoll, for: .readable, handler: self)
  }

  deinit { stop() }

  /// Closes everything.
  func stop() {
    guard let running = unsafe daemon else { return }
    loop.forget(epoll)
    loop.cancel(&timer)
    for connection in connections.values { connection.isOver = true }
    unsafe MHD_stop_daemon(running)
    unsafe daemon = nil
    connections = [:]
  }

  // MARK: Connections

  /// Takes over a connection and its descriptor.
  func add(_ connection: MicroHTTPDConnection) throws(ServerError) {
    connections[connection.descriptor] = connection
    guard let daemon = unsafe daemon,
      unsafe authspec_add_connection(daemon, connection.descriptor) != 0
    else {
      connections[connection.descriptor] = nil
      throw ServerError("libmicrohttpd does not take a connection: \(Sockets.lastError).")
    }
  }

  /// Closes connections and records their end at once, before the library has closed them.
  func close(
    _ end: Recording.Connection.End, where isConcerned: (MicroHTTPDConnection) -> Bool
  ) {
    var count = 0
    for connection in connections.values
    where !connection.isOver && isConcerned(connection) {
      connection.end(end)
      Sockets.shutDown(connection.descriptor)
      count += 1
    }
    guard count > 0, !isRunning else { return }
    for _ in 0..<MicroHTTPDaemon.patience {
      guard connections.values.contains(where: \.isOver) else { return }
      run()
    }
  }

  /// Records the bodies, or the parts of them, that have arrived.
  func recordBodies() {
    for connection in connections.values { connection.recordBody() }
  }

  fileprivate func connection(of descriptor: Int32) -> MicroHTTPDConnection? {
    connections[descriptor]
  }

  // MARK: Running

  /// Reads and writes without waiting.
  func look() {
    if !connections.isEmpty { run() }
  }

  private func run() {
    guard let daemon = unsafe daemon, !isRunning else { return }
    isRunning = true
    defer { isRunning = false }
    var wait: UInt64 = 0
    for _ in 0..<MicroHTTPDaemon.patience {
      _ = unsafe MHD_run(daemon)
      guard unsafe MHD_get_timeout(daemon, &wait) == .YES else { return }
      if wait > 0 { break }
    }
    guard timer == nil else { return }
    let milliseconds = Int(clamping: min(wait, 60_000))
    timer = loop.schedule(at: Instant.now.advanced(byMilliseconds: milliseconds), handler: self)
  }
}

extension MicroHTTPDaemon: DescriptorHandler {
  func ready(_ descriptor: Int32, _ readiness: Readiness) { run() }
}

extension MicroHTTPDaemon: TimerHandler {
  func timeUp(_ token: Int) {
    timer = nil
    run()
  }
}

// The library's reports.
extension MicroHTTPDaemon {
  fileprivate func log(_ text: String) {
    if complaints.count < 16 { complaints.append(text) }
  }

  /// Called when the library has closed a connection.
  fileprivate func gone(_ connection: MicroHTTPDConnection, transport: Sockets.Transport?) {
    connections[connection.descriptor] = nil
    defer { complaints.removeAll(keepingCapacity: true) }
    connection.gone(transport, complaints: complaints)
  }
}

/// The functions that libmicrohttpd calls. Each finds the object that the call is about.
private enum MicroHTTPDCallbacks {
  static let log: MHD_LogCallback = { context, format, arguments in
    // Other lines are ignored: it logs each option that a socket of TLS does not have.
    guard let format = unsafe format,
      unsafe LogLine.begins(format, with: MicroHTTPDConnection.refusal),
      let daemon = unsafe daemon(context), let arguments = unsafe arguments
    else { return }
    unsafe daemon.log(LogLine.text(format, arguments))
  }

  /// Returns the context of the request.
  static let start:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?)
      -> UnsafeMutableRawPointer? = { _, target, connection in
        guard let connection = unsafe connection,
          let context = unsafe authspec_socket_context(connection), let target = unsafe target
        else { return nil }
        unsafe object(context).target = Octets(cString: target)
        return unsafe context
      }

  static let handle: MHD_AccessHandlerCallback = {
    _, connection, _, method, version, upload, size, request in
    guard let connection = unsafe connection, let size = unsafe size,
      let context = unsafe request?.pointee
    else { return .NO }
    let call = unsafe MicroHTTPDCall(
      connection: connection, method: method, version: version, upload: upload, size: size)
    return unsafe call.handle(object(context))
  }

  static let completed: MHD_RequestCompletedCallback = { _, _, request, code in
    guard let context = unsafe request?.pointee else { return }
    unsafe object(context).completed(isSent: code == .REQUEST_TERMINATED_COMPLETED_OK)
  }

  static let notify: MHD_NotifyConnectionCallback = { context, connection, place, code in
    guard let daemon = unsafe daemon(context), let connection = unsafe connection,
      let place = unsafe place
    else { return }
    switch code {
    case .CONNECTION_NOTIFY_STARTED:
      guard let found = unsafe daemon.connection(of: authspec_descriptor(connection)) else {
        return
      }
      unsafe place.pointee = Unmanaged.passUnretained(found).toOpaque()
    case .CONNECTION_NOTIFY_CLOSED:
      guard let context = unsafe place.pointee else { return }
      let object = unsafe object(context)
      daemon.gone(object, transport: Sockets.transport(of: object.descriptor))
      unsafe place.pointee = nil
    @unknown default: return
    }
  }

  private static func daemon(_ context: UnsafeMutableRawPointer?) -> MicroHTTPDaemon? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<MicroHTTPDaemon>.fromOpaque(context).takeUnretainedValue()
  }

  private static func object(_ context: UnsafeMutableRawPointer) -> MicroHTTPDConnection {
    unsafe Unmanaged<MicroHTTPDConnection>.fromOpaque(context).takeUnretainedValue()
  }
}
