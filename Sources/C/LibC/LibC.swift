// SPDX-License-Identifier: Apache-2.0

// The C library of the system under one name, whichever it is.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
