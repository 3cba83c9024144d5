// SPDX-License-Identifier: Apache-2.0

/// XML 1.0 escaping (2.2, 2.4, 3.3.3): what may stand in a document is kept, all else is shown as
/// `\xNN`.
package enum XMLText {
  /// Text between tags. A CR is written by number, or it would be read as LF (2.11).
  package static func content(_ text: String) -> String { escaped(text, inAttribute: false) }

  /// A value between double quotes. LF and TAB are written by number, or they would be read as
  /// spaces.
  package static func attribute(_ text: String) -> String { escaped(text, inAttribute: true) }

  /// Attributes with a space before each, without those that are `nil`.
  static func attributes(_ attributes: KeyValuePairs<String, String?>) -> String {
    attributes.compactMap { name, value in
      value.map { " \(name)=\"\(attribute($0))\"" }
    }.joined()
  }

  /// `<properties>`, with each property on a line of its own.
  package static func properties(_ properties: [(name: String, value: String)], indent: Int)
    -> String
  {
    let margin = String(repeating: " ", count: indent)
    let lines = properties.map {
      "\(margin)  <property\(attributes(["name": $0.name, "value": $0.value]))/>\n"
    }
    return "\(margin)<properties>\n\(lines.joined())\(margin)</properties>\n"
  }

  private static func escaped(_ text: String, inAttribute: Bool) -> String {
    if text.utf8.allSatisfy(isSafe) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"  // never "]]>"
      case "\"" where inAttribute: result += "&quot;"
      case "\n" where !inAttribute, "\t" where !inAttribute: result.unicodeScalars.append(scalar)
      case "\n", "\t", "\r": result += "&#\(scalar.value);"
      case _ where Visible.isPlain(scalar): result.unicodeScalars.append(scalar)
      default: result += Visible.escape(scalar)
      }
    }
    return result
  }

  /// Printable ASCII without `"`, `&`, `<` and `>`: what nearly every text is made of.
  private static func isSafe(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x22, 0x26, 0x3C, 0x3E: false
    default: (0x20..<0x7F).contains(octet)
    }
  }
}
