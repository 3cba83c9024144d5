// SPDX-License-Identifier: Apache-2.0

internal import CMicroHTTPD

/// The usual reason phrase of a status code, for all back ends: the one that libmicrohttpd sends.
enum ReasonPhrase {
  /// Adds the phrase.
  static func append(of status: Int, to output: inout [UInt8]) {
    unsafe withOctets(of: status) { unsafe output.append(contentsOf: $0) }
  }

  /// `true` if these are the octets of the phrase.
  static func isUsual(_ reason: some Sequence<UInt8>, for status: Int) -> Bool {
    unsafe withOctets(of: status) { unsafe reason.elementsEqual($0) }
  }

  private static func withOctets<Result>(
    of status: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let code = UInt32(exactly: status) ?? 0
    let text = unsafe MHD_get_reason_phrase_for(code)
    let length = MHD_get_reason_phrase_len_for(code)
    guard let text = unsafe text, length > 0 else {
      // The library sends this for an unknown code.
      return unsafe Array("Non-Standard Status".utf8).withUnsafeBufferPointer { unsafe body($0) }
    }
    return unsafe text.withMemoryRebound(to: UInt8.self, capacity: length) { octets in
      unsafe body(UnsafeBufferPointer(start: octets, count: length))
    }
  }
}
