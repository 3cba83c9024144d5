// SPDX-License-Identifier: Apache-2.0

import Platform
internal import CMicroHTTPD
internal import LibC

/// A socket of the Unix domain that listens, and that nobody but this process can reach. On Linux
/// alone.
///
/// Its file is gone before anybody connects: what is left of it is a descriptor (O_PATH), by whose
/// name in /dev/fd it is found. So its address is short, no program leaves a file behind, however
/// it ends, and no folder need be writable later.
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
    private static let kind = Int32(
      SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)

    /// Listens; nil where that cannot be, or where connecting to it does not lead here.
    init?() {
      let descriptor = socket(AF_UNIX, UnixSocket.kind, 0)
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

    /// Binds a socket to a file of its own, which is gone afterwards; returns a descriptor of the
    /// file.
    private static func bind(_ descriptor: Int32) -> Int32? {
      let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
      // A number of the descriptor's own: no other socket of this process has it meanwhile.
      let path = "\(folder)/authspec-\(getpid())-\(descriptor)"
      let address = UnixSocket.address(of: path)
      guard address.count <= MemoryLayout<sockaddr_un>.size else { return nil }
      guard unsafe call(address, { unsafe systemBind(descriptor, $0, $1) }) == 0 else { return nil }
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
      let client = socket(AF_UNIX, UnixSocket.kind, 0)
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

#if os(Linux)
  private func systemBind(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
  ) -> Int32 { unsafe bind(descriptor, address, length) }
#endif
