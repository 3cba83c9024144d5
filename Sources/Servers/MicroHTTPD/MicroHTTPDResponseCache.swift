// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts
internal import CMicroHTTPD

/// The responses that were made last: a server sends most replies more than once, and making a
/// response takes 5,000 instructions.
///
/// A response is found by the identity of its parts. The parts are retained, so that others cannot
/// get the same identity.
@safe final class MicroHTTPDResponseCache {
  /// The other properties that a response depends on.
  struct Kind: Equatable {
    let afterwards: ConnectionFate
    let isHTTP10: Bool
    let hasLargeHeads: Bool
  }

  @safe private struct Entry {
    let content: Reply.Response
    let kind: Kind
    let response: OpaquePointer
  }

  private static let room = 4
  private var entries: [Entry] = []
  private var oldest = 0

  deinit { for entry in entries { unsafe MHD_destroy_response(entry.response) } }

  /// The response that was made of these parts; `nil` if it is not kept.
  func response(to content: Reply.Response, _ kind: Kind) -> OpaquePointer? {
    for index in entries.indices
    where entries[index].content.parts.isTriviallyIdentical(to: content.parts)
      && entries[index].kind == kind
    {
      return unsafe entries[index].response
    }
    return nil
  }

  /// Takes over a response, in place of the oldest. The library itself retains it while it sends
  /// it.
  func keep(_ response: OpaquePointer, to content: Reply.Response, _ kind: Kind) {
    let entry = unsafe Entry(content: content, kind: kind, response: response)
    guard entries.count == MicroHTTPDResponseCache.room else {
      entries.append(entry)
      return
    }
    unsafe MHD_destroy_response(entries[oldest].response)
    entries[oldest] = entry
    oldest = (oldest + 1) % entries.count
  }
}
