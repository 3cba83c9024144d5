// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// The descriptors that an event loop watches, with their handlers.
///
/// Functions that remove a handler return it, so that it is not released during the change: its
/// deinitializer may watch and forget descriptors.
struct WatchTable {
  private var entries: [pollfd] = []
  private var handlers: [any DescriptorHandler] = []
  /// The number of each entry's watch, which changes when a descriptor is closed, opened and
  /// watched again.
  private var watches: [Int] = []
  /// The index in `entries` of each descriptor; -1 if it is not watched.
  private var places: [Int] = []
  private var lastWatch = 0

  /// An event of a descriptor, with the number of its watch.
  struct ReadyEvent {
    var descriptor: Int32
    var watch: Int
    var readiness: Readiness
  }

  var count: Int { entries.count }

  /// Watches a descriptor, or changes its events and handler. Returns the previous handler.
  mutating func watch(
    _ descriptor: Int32, for readiness: Readiness, handler: any DescriptorHandler
  ) -> (any DescriptorHandler)? {
    let events = WatchTable.events(readiness)
    if let place = place(of: descriptor) {
      entries[place].events = events
      let old = handlers[place]
      handlers[place] = handler
      return old
    }
    let index = Int(descriptor)
    if index >= places.count {
      places.append(contentsOf: repeatElement(-1, count: index + 1 - places.count))
    }
    places[index] = entries.count
    entries.append(pollfd(fd: descriptor, events: events, revents: 0))
    handlers.append(handler)
    lastWatch += 1
    watches.append(lastWatch)
    return nil
  }

  /// Stops watching a descriptor. Returns its handler.
  mutating func forget(_ descriptor: Int32) -> (any DescriptorHandler)? {
    guard let place = place(of: descriptor) else { return nil }
    let handler = handlers[place]
    let last = entries.count - 1
    if place != last {
      entries[place] = entries[last]
      handlers[place] = handlers[last]
      watches[place] = watches[last]
      places[Int(entries[place].fd)] = place
    }
    entries.removeLast()
    handlers.removeLast()
    watches.removeLast()
    places[Int(descriptor)] = -1
    return handler
  }

  /// The handler of an event; `nil` if the descriptor is no longer watched or was opened again.
  func handler(of event: ReadyEvent) -> (any DescriptorHandler)? {
    guard let place = place(of: event.descriptor), watches[place] == event.watch else {
      return nil
    }
    return handlers[place]
  }

  private func place(of descriptor: Int32) -> Int? {
    let index = Int(descriptor)
    guard index >= 0, index < places.count, places[index] >= 0 else { return nil }
    return places[index]
  }

  /// Waits until a descriptor is ready or the time has passed, and appends the events.
  mutating func poll(milliseconds: Int32, into events: inout [ReadyEvent]) {
    var left = unsafe entries.withUnsafeMutableBufferPointer { entries in
      unsafe LibC.poll(entries.baseAddress, nfds_t(entries.count), milliseconds)
    }
    guard left > 0 else { return }
    for index in entries.indices where entries[index].revents != 0 {
      events.append(
        ReadyEvent(
          descriptor: entries[index].fd, watch: watches[index],
          readiness: WatchTable.readiness(entries[index].revents)))
      left -= 1
      if left == 0 { break }
    }
  }

  // MARK: poll(2)'s bits

  private static func events(_ readiness: Readiness) -> Int16 {
    (readiness.contains(.readable) ? Int16(POLLIN) : 0)
      | (readiness.contains(.writable) ? Int16(POLLOUT) : 0)
  }

  private static func readiness(_ events: Int16) -> Readiness {
    var readiness: Readiness = []
    if events & Int16(POLLIN) != 0 { readiness.insert(.readable) }
    if events & Int16(POLLOUT) != 0 { readiness.insert(.writable) }
    if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { readiness.insert(.hungUp) }
    return readiness
  }
}
