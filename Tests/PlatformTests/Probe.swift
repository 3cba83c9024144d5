// SPDX-License-Identifier: Apache-2.0

@testable import Platform
import Glibc

/// A handler that keeps what it is told, and does something besides.
final class Probe: DescriptorHandler, TimerHandler {
  private(set) var readiness: [(descriptor: Int32, readiness: Readiness)] = []
  private(set) var tokens: [Int] = []
  var act: (Int) -> Void = { _ in }

  func ready(_ descriptor: Int32, _ readiness: Readiness) {
    self.readiness.append((descriptor, readiness))
    act(Int(descriptor))
  }

  func timeUp(_ token: Int) {
    tokens.append(token)
    act(token)
  }
}

/// Two connected sockets.
final class Pair {
  private(set) var left: Int32
  private(set) var right: Int32

  init() {
    var pair: [Int32] = [-1, -1]
    _ = unsafe pair.withUnsafeMutableBufferPointer { pair in
      unsafe socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, pair.baseAddress)
    }
    (left, right) = (pair[0], pair[1])
  }

  deinit {
    closeLeft()
    closeRight()
  }

  func write() { _ = unsafe Glibc.write(right, "x", 1) }

  func read() {
    var octet: UInt8 = 0
    _ = unsafe Glibc.read(left, &octet, 1)
  }

  func closeLeft() {
    if left >= 0 { close(left) }
    left = -1
  }

  func closeRight() {
    if right >= 0 { close(right) }
    right = -1
  }
}
