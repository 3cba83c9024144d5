// SPDX-License-Identifier: Apache-2.0

import Platform
internal import CMicroHTTPD
internal import LibC

/// A listening Unix domain socket that only this process can reach; Linux only.
///
/// Its file is removed before anybody connects. A descriptor of the file (O_PATH) remains, by whose
/// name in /dev/fd it is found. So its address is short, no file is left behind, however the
/// program ends, and no folder need be writable later.
struct UnixSocket {
  let descriptor: Int32
  /// Its address as connect(2) takes it, with a NUL at the end; no longer than an address of IPv4.
  let address: [UInt8]
  private let file: Int32

  /// Closes it.
  func close() {
    StreamSocket.close(descriptor)
    StreamSocket.close(file)
  }

  #if os(Linux)
    /// Listens; `nil` if that fails, or if a connection to it does not arrive here.
    init?() {
      let descriptor = Sockets.make(AF_UNIX)
      guard descriptor >= 0 else { return nil }
      guard let file = UnixSocket.bind(descriptor) else {
        StreamSocket.close(descriptor)
        return nil
      }
      self.descriptor = descriptor
      self.file = file
      let address = UnixSocket.address(of: "/dev/fd/\(file)")
      self.address = Array(address)
      guard address.count <= MemoryLayout<sockaddr>.size, listen(descriptor, 128) == 0, leadsHere()
      else {
        close()
        return nil
      }
    }

    /// Binds a socket to a file of its own, removes the file and returns a descriptor of it.
    private static func bind(_ descriptor: Int32) -> Int32? {
      let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
      // No other socket of this process has the same number meanwhile.
      let path = "\(folder)/authspec-\(getpid())-\(descriptor)"
      let address = UnixSocket.address(of: path)
      guard address.count <= MemoryLayout<sockaddr_un>.size else { return nil }
      guard unsafe call(address, { unsafe Sockets.bind(descriptor, $0, $1) }) == 0 else {
        return nil
      }
      let file = unsafe authspec_open_path(path)
      _ = unsafe unlink(path)
      return file >= 0 ? file : nil
    }

    /// `struct sockaddr_un`: the family, the path, a NUL.
    private static func address(of path: String) -> [UInt8] {
      unsafe withUnsafeBytes(of: sa_family_t(AF_UNIX)) { unsafe Array($0) } + path.utf8 + [0]
    }

    private static func call(
      _ address: [UInt8], _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
      unsafe address.withUnsafeBytes { octets in
        guard let start = octets.baseAddress else { return -1 }
        return unsafe body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(octets.count))
      }
    }

    private func leadsHere() -> Bool {
      let client = Sockets.make(AF_UNIX)
      guard client >= 0 else { return false }
      defer { StreamSocket.close(client) }
      guard unsafe UnixSocket.call(address, { unsafe connect(client, $0, $1) }) == 0,
        case .connection(let connection) = Sockets.accept(at: descriptor)
      else { return false }
      StreamSocket.close(connection)
      return true
    }
  #else
    init?() { return nil }
  #endif
}
