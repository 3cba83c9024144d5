/// HTML, written so that no text can become a tag.
enum HTML {
  /// A text, fit to stand between tags and in the quotes of an attribute.
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in Visible.text(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text as a part of a URL's fragment: all but unreserved characters (RFC 3986 2.3) as `%NN`.
  static func fragment(_ text: String) -> String {
    var result = ""
    for octet in text.utf8 {
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.unicodeScalars.append(Unicode.Scalar(octet))
      default:
        if "-._~".utf8.contains(octet) {
          result.unicodeScalars.append(Unicode.Scalar(octet))
        } else {
          let digits = String(octet, radix: 16, uppercase: true)
          result += octet < 0x10 ? "%0\(digits)" : "%\(digits)"
        }
      }
    }
    return result
  }
}
