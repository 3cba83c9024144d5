// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Transcripts

/// The name of an internal error in the message with which a client reports it: what distinguishes
/// one defect of a client from another.
enum InternalErrorName {
  /// The error's own name without its module, and behind a dot the name of the missing key if the
  /// message is nothing else: `KeyError.realm` of `builtins.KeyError: 'realm'`. Of an error that
  /// wraps another one, the inner name. `nil` if the message begins with no name.
  static func name(in message: String) -> String? {
    var rest = Substring(message)
    var found: Substring?
    while let (name, behind) = beginning(of: rest), found == nil || name.contains(".") {
      found = name
      rest = behind
    }
    guard let name = found?.split(separator: ".").last else { return nil }
    return key(rest).map { "\(name).\($0)" } ?? String(name)
  }

  /// The most octets of a name or a key.
  private static let most = 60

  /// The name before ": " or the end, and what is behind it.
  private static func beginning(of text: Substring) -> (name: Substring, behind: Substring)? {
    let word = text.prefix { $0 != " " }
    guard word.utf8.count <= most else { return nil }
    let isWhole = word.endIndex == text.endIndex
    guard isWhole || word.last == ":" else { return nil }
    let name = isWhole ? word : word.dropLast()
    guard isName(name) else { return nil }
    return (name, text[word.endIndex...].dropFirst())
  }

  /// `true` if a word is a name of a type or a function, and not one of a sentence.
  private static func isName(_ word: Substring) -> Bool {
    word.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_.$:".utf8.contains($0) }
      && word.utf8.first?.isASCIILetter == true
      && (word.contains(where: \.isUppercase) || word.contains("::"))
  }

  /// The text between the quotes if a message is one quoted word.
  private static func key(_ message: Substring) -> Substring? {
    guard let quote = message.first, quote == "'" || quote == "\"", message.last == quote,
      message.utf8.count <= most
    else { return nil }
    let key = message.dropFirst().dropLast()
    let isWord = key.utf8.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || "_-".utf8.contains($0)
    }
    return isWord && !key.isEmpty ? key : nil
  }
}

extension CaseResult {
  /// The name of the first internal error that the client reports.
  var internalErrorName: String? {
    for step in play?.steps ?? [] {
      for request in step.requests {
        if case .failure(let failure) = request.outcome, failure.kind == .internal {
          return InternalErrorName.name(in: failure.message)
        }
      }
    }
    return nil
  }
}
