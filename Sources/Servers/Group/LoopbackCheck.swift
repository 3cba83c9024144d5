// SPDX-License-Identifier: Apache-2.0

import Platform
internal import LibC

/// Checks before a run that servers can be opened and reached on this machine as cases need them.
package enum LoopbackCheck {
  /// The number of servers that must be possible at once on one address.
  private static let servers = 64
  /// The number of addresses that the servers of a case use.
  private static let hosts = 4

  /// What is missing and how to fix it, as sentences; `nil` if nothing is missing.
  package static func complaint() -> String? {
    for host in 1...hosts {
      do throws(ServerError) {
        let socket = try ListeningSocket(host: host)
        defer { StreamSocket.close(socket.descriptor) }
        if let reason = obstacle(to: socket) {
          return "\(socket.address) cannot be reached: \(reason). \(remedy)"
        }
      } catch {
        return "\(error.reason) \(remedy)"
      }
    }
    var open: [Int32] = []
    defer { for descriptor in open { StreamSocket.close(descriptor) } }
    while open.count < servers {
      do throws(ServerError) {
        open.append(try ListeningSocket(host: 1).descriptor)
      } catch {
        return """
          Only \(open.count) servers can be made at once: \(error.reason) \
          Give the system more ports (net.ipv4.ip_local_port_range) and end what holds those that it has.
          """
      }
    }
    return nil
  }

  private static let remedy =
    "Cases are played on 127.0.0.1 to 127.0.0.\(hosts): bring up the loopback interface (ip link "
    + "set lo up)."

  /// Connects to a server; returns the system's message if that fails.
  private static func obstacle(to server: ListeningSocket) -> String? {
    guard let host = server.host else { return "\(server.address) is no IPv4 address" }
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return Sockets.lastError }
    defer { StreamSocket.close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = host.bigEndian
    address.sin_port = server.port.bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(descriptor, address, length)
      }
    }
    return code == 0 ? nil : Sockets.lastError
  }
}
