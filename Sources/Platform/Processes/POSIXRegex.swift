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
    var text = octets.map { CChar(bitPattern: max($0, 1)) }
    text.append(0)
    unsafe text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return }
      var start = 0
      while start < text.count {
        var matches = [regmatch_t](repeating: regmatch_t(), count: 2)
        let flags = start > 0 && octets[start - 1] != 0x0A ? REG_NOTBOL : 0
        guard unsafe regexec(&compiled, base + start, 2, &matches, flags) == 0 else { return }
        let whole = start + Int(matches[0].rm_so)..<start + Int(matches[0].rm_eo)
        found =
          matches[1].rm_so < 0
          ? whole : start + Int(matches[1].rm_so)..<start + Int(matches[1].rm_eo)
        guard isLast else { return }
        start = max(whole.upperBound, start + 1)
      }
    }
    return found.map { Octets(octets[$0]) }
  }
}
