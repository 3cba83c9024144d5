// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import LibC

/// Octets that have arrived and were not read yet.
struct InputQueue {
  /// The number of octets that are recorded with a complaint.
  static let excerpt = 1_024

  private var storage: [UInt8] = []
  private var start = 0

  /// The number of octets that were not read yet.
  var count: Int { storage.count - start }

  /// The first of these octets, as an excerpt.
  var beginning: Octets { Octets(Array(storage[start...].prefix(InputQueue.excerpt))) }

  /// `true` if they begin like a record of TLS with a handshake: ContentType 22, and 3 as the first
  /// octet of the version (RFC 8446 5.1). A client that has sent its first message waits for the
  /// server, so the server must not wait for more.
  var isHandshakeOfTLS: Bool {
    count > 1 && storage[start] == 22 && storage[start + 1] == 3
  }

  mutating func append(_ octets: UnsafeRawBufferPointer) {
    if start > 0, start >= storage.count / 2 {
      storage.removeSubrange(..<start)
      start = 0
    }
    unsafe storage.append(contentsOf: octets)
  }

  mutating func removeAll() {
    storage = []
    start = 0
  }

  mutating func takeAll() -> [UInt8] {
    let rest = Array(storage[start...])
    removeAll()
    return rest
  }

  /// Takes octets from the front, without a copy if they are all.
  mutating func take(_ length: Int) -> [UInt8] {
    let length = min(length, count)
    if start == 0, length == storage.count {
      defer { storage = [] }
      return storage
    }
    let taken = Array(storage[start..<start + length])
    drop(length)
    return taken
  }

  /// Moves octets from the front to the end of `body`; returns how many, or `nil` if there is no
  /// room for them.
  mutating func move(atMost limit: Int, to body: inout IncomingBody) -> Int? {
    let length = min(limit, count)
    guard length > 0 else { return 0 }
    guard body.append(storage[start..<start + length]) else { return nil }
    drop(length)
    return length
  }

  /// The first line with its LF; `nil` if no line is complete. The first `scanned` octets are known
  /// to contain no LF.
  mutating func takeLine(from scanned: inout Int) -> [UInt8]? {
    guard let end = endOfLine(from: start + scanned) else {
      scanned = count
      return nil
    }
    scanned = 0
    return take(end - start)
  }

  /// Drops CRLF and LF at the front; returns how many lines.
  mutating func skipEmptyLines() -> Int {
    var lines = 0
    while start < storage.count {
      if storage[start] == 0x0A {
        drop(1)
      } else if storage[start] == 0x0D, start + 1 < storage.count, storage[start + 1] == 0x0A {
        drop(2)
      } else {
        break
      }
      lines += 1
    }
    return lines
  }

  /// The state of a search for the end of a head, so that no octet is examined twice.
  struct Search {
    /// The start of the line that is searched.
    var line = 0
    /// The part of that line that is known to contain no LF.
    var scanned = 0
  }

  /// The length of a head, up to and including the first empty line, which ends with CRLF or LF;
  /// `nil` if the head is incomplete.
  func headLength(_ search: inout Search) -> Int? {
    while let end = endOfLine(from: start + search.scanned) {
      let line = start + search.line
      let isEmpty = end - line == 1 || (end - line == 2 && storage[line] == 0x0D)
      if isEmpty { return end - start }
      search.line = end - start
      search.scanned = search.line
    }
    search.scanned = count
    return nil
  }

  /// The index behind the next LF.
  private func endOfLine(from index: Int) -> Int? {
    guard index < storage.count else { return nil }
    return unsafe storage.withUnsafeBytes { octets in
      guard let base = octets.baseAddress,
        let found = unsafe memchr(base + index, 0x0A, octets.count - index)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base + 1
    }
  }

  private mutating func drop(_ length: Int) {
    start += length
    if start == storage.count {
      storage.removeAll(keepingCapacity: storage.capacity <= 1 << 16)
      start = 0
    }
  }
}
