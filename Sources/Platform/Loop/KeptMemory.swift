// SPDX-License-Identifier: Apache-2.0

internal import CSystem

/// What the allocator does with memory that was freed.
enum KeptMemory {
  /// Keeps it for later. A worker frees what it has recorded of a batch of cases, and needs as much
  /// for the next: the C library would give the memory back to the system each time.
  static let setUp: Void = authspec_keep_freed_memory(16 << 20, 64 << 20)
}
