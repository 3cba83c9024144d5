// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import LibC

/// An extended regular expression of POSIX (9.4), in which `^` and `$` match at the ends of lines.
@safe package final class POSIXRegex {
  private var compiled = unsafe regex_t()
  private var isCompiled = false

  /// The syntax error of an expression; `nil` if there is none.
  package static func syntaxError(in text: String) -> String? {
    do throws(SyntaxError) {
      _ = try POSIXRegex(text)
      return nil
    } catch {
      return error.reason
    }
  }

  package struct SyntaxError: Error {
    package var reason: String
  }

  /// Compiles a regular expression.
  package init(_ text: String) throws(SyntaxError) {
    guard !text.utf8.contains(0) else { throw SyntaxError(reason: "it holds a NUL") }
    let code = unsafe regcomp(&compiled, text, REG_EXTENDED | REG_NEWLINE)
    isCompiled = code == 0
    guard isCompiled else {
      var words = [CChar](repeating: 0, count: 200)
      _ = unsafe regerror(code, &compiled, &words, words.count)
      throw SyntaxError(reason: String(upToNUL: words))
    }
  }

  deinit { if isCompiled { unsafe regfree(&compiled) } }

  /// The first group of the last match in a text, or the whole last match if there is no group;
  /// `nil` if none is found.
  ///
  /// A NUL octet is matched as 0x01, because NUL is the end of the text for regexec(3). git's trace
  /// of header fields sometimes contains one.
  package func lastMatch(in octets: [UInt8]) -> Octets? { match(in: octets, isLast: true) }

  /// Like `lastMatch(in:)`, for the first match.
  package func firstMatch(in octets: [UInt8]) -> Octets? { match(in: octets, isLast: false) }

  private func match(in octets: [UInt8], isLast: Bool) -> Octets? {
    var found: Range<Int>?
    var start = 0
    repeat {
      let end = POSIXRegex.endOfPiece(octets, from: start)
      if let place = match(in: octets, start..<end, isLast: isLast) { found = place }
      start = end
    } while start < octets.count && (isLast || found == nil)
    // A copy: the text may be much longer.
    return found.map { Octets(Array(octets[$0])) }
  }

  /// The octets that are searched at once: a usual piece ends with a line, a long line is cut. For
  /// each octet regexec(3) takes several octets of memory, and it reads all of a text for every
  /// match.
  private static let piece = (usual: 1 << 14, longest: 1 << 20)

  /// The end of the piece of a text that begins there.
  private static func endOfPiece(_ octets: [UInt8], from start: Int) -> Int {
    let usual = min(start + piece.usual, octets.count)
    let longest = min(start + piece.longest, octets.count)
    guard usual < octets.count else { return octets.count }
    return octets[usual..<longest].firstIndex(of: 0x0A).map { $0 + 1 } ?? longest
  }

  /// The place of a match in a piece of a text.
  private func match(in octets: [UInt8], _ piece: Range<Int>, isLast: Bool) -> Range<Int>? {
    var found: Range<Int>?
    var text: [CChar] = []
    text.reserveCapacity(piece.count + 1)
    for octet in octets[piece] { text.append(CChar(bitPattern: max(octet, 1))) }
    text.append(0)
    unsafe text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return }
      var start = 0
      while start < text.count {
        var matches = [regmatch_t](repeating: regmatch_t(), count: 2)
        let before = piece.lowerBound + start - 1
        let flags =
          (before >= 0 && octets[before] != 0x0A ? REG_NOTBOL : 0)
          | (piece.upperBound < octets.count ? REG_NOTEOL : 0)
        guard unsafe regexec(&compiled, base + start, 2, &matches, flags) == 0 else { return }
        let whole = start + Int(matches[0].rm_so)..<start + Int(matches[0].rm_eo)
        found =
          matches[1].rm_so < 0
          ? whole : start + Int(matches[1].rm_so)..<start + Int(matches[1].rm_eo)
        guard isLast else { return }
        start = max(whole.upperBound, start + 1)
      }
    }
    return found.map { piece.lowerBound + $0.lowerBound..<piece.lowerBound + $0.upperBound }
  }
}
