// SPDX-License-Identifier: Apache-2.0

internal import LibC

/// Returns a new socket that child processes do not inherit; -1 with errno on an error.
package func closeOnExecSocket(_ family: Int32, _ type: Int32, _ protocol: Int32) -> Int32 {
  #if canImport(Darwin)
    let descriptor = socket(family, type, `protocol`)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  #else
    // In one call, because another thread could start a process between two calls.
    return socket(family, type | Int32(SOCK_CLOEXEC.rawValue), `protocol`)
  #endif
}
