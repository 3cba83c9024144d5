// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Texts in HTML, written so that no text can become a tag.
package enum HTML {
  /// A text that is fit to stand between tags and in an attribute in double quotes.
  package static func text(_ text: String) -> String { XMLText.attribute(text) }

  /// A style sheet or a script that is a part of the program.
  package static func resource(_ octets: [UInt8]) -> String {
    String(decoding: octets, as: UTF8.self)
  }

  /// A text as a part of a URL's fragment.
  package static func fragment(_ text: String) -> String { Octets(text).percentEncoded }
}
