// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
internal import LibC

/// An extended regular expression of POSIX (9.4), in which `^` and `$` match at the ends of lines.
@safe package final class POSIXRegex {
  private var compiled = unsafe regex_t()
  private var isCompiled = false

  /// The error in an expression; `nil` if there is none.
  package static func complaint(about text: String) -> String? {
    do throws(Mistake) {
      _ = try POSIXRegex(text)
      return nil
    } catch {
      return error.reason
    }
  }

  /// Why a text is not a regular expression.
  package struct Mistake: Error {
    package var reason: String
  }

  /// Compiles a regular expression.
  package init(_ text: String) throws(Mistake) {
    guard !text.utf8.contains(0) else { throw Mistake(reason: "it holds a NUL") }
    let code = unsafe regcomp(&compiled, text, REG_EXTENDED | REG_NEWLINE)
    isCompiled = code == 0
    guard isCompiled else {
      var words = [CChar](repeating: 0, count: 200)
      _ = unsafe regerror(code, &compiled, &words, words.count)
      throw Mistake(
        reason: String(
          decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      )
    }
  }

  deinit { if isCompiled { unsafe regfree(&compiled) } }

  /// The first group of the last match in a text, or the whole last match if there is no group;
  /// `nil` if none is found.
  ///
  /// A NUL octet is matched as 0x01, because regexec(3) takes NUL for the end of the text. git's
  /// trace of header fields holds one now and then.
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
