// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts
internal import CMicroHTTPD

/// The last responses that were made of replies: a server says most things more than once, and
/// making a response takes 5,000 instructions.
///
/// A response is known again by being a copy of the very same one, whose parts are kept, so that no
/// others can take their place.
@safe final class MicroHTTPDResponseCache {
  /// What else a response depends on.
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

  /// The response that was made of these parts, where it is still there.
  func response(to content: Reply.Response, _ kind: Kind) -> OpaquePointer? {
    for index in entries.indices
    where entries[index].content.parts.isTriviallyIdentical(to: content.parts)
      && entries[index].kind == kind
    {
      return unsafe entries[index].response
    }
    return nil
  }

  /// Takes a response over, in place of the oldest; the library itself keeps it as long as it sends
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
