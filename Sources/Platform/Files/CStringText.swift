// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text in a buffer of a C function, up to the first NUL.
  package init(upToNUL characters: [CChar]) {
    self.init(
      decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
