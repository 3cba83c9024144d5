// SPDX-License-Identifier: Apache-2.0

internal import CSystem

/// The handling of freed memory by the C library.
enum KeptMemory {
  /// Evaluating it keeps freed memory in the process. A worker frees the recordings of a batch of
  /// cases and needs as much memory for the next; the C library would return it to the system.
  ///
  /// A few scenarios have bodies of megabytes. Their memory goes back at once: no other case needs
  /// as much, and each thread would keep it.
  static let setUp: Void = authspec_keep_freed_memory(1 << 20, 8 << 20)
}
