// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Foundation
import Testing

@Suite("JSON")
struct JSONTests {
  @Test("What is written is read back, by ourselves and by Foundation")
  func roundTrip() throws {
    let text = Octets((0...255).map { UInt8($0) }).latin1 + "\u{2028}\u{FFFE}🙂\"\\/"
    let value = JSONValue.object([
      .init(name: text, value: .string(text)),
      .init(
        name: "list",
        value: .array([.null, .bool(true), .integer(Int64.min), .array([]), .object([])])),
    ])
    let octets = Array(value.text.utf8)
    #expect(try JSONParser.value(of: octets) == value)
    let object = try JSONSerialization.jsonObject(with: Data(octets)) as? [String: Any]
    #expect(object?[text] as? String == text)
  }

  @Test(
    "What is JSON is read",
    arguments: [
      (#" [1 , -0,"\u0041\ud83d\ude42\n"] "#, #"[1,0,"A🙂\n"]"#), ("null", "null"), ("{ }", "{}"),
      (#"{"a":{"a":[false]}}"#, #"{"a":{"a":[false]}}"#),
    ])
  func accepted(_ text: String, _ expected: String) throws {
    #expect(try JSONParser.value(of: Array(text.utf8)).text == expected)
  }

  @Test("A long text with escapes is read")
  func longText() throws {
    for character in ["x", "\u{E9}", "\u{20AC}", "🙂", "e\u{301}"] {
      let long = "a" + String(repeating: character, count: 100_000)
      let text = try JSONParser.value(of: Array("\"\(long)\\n\(long)\"".utf8)).string
      #expect(text?.unicodeScalars.elementsEqual("\(long)\n\(long)".unicodeScalars) == true)
    }
    let broken = [UInt8](repeating: 0x80, count: 100_000)
    for octets in [Array("\"\\n".utf8) + broken + [0x22], [0x22, 0xC3, 0x5C, 0x6E, 0xA9, 0x22]] {
      let failure = #expect(throws: JSONParser.Failure.self) {
        try JSONParser.value(of: octets)
      }
      #expect(failure?.complaint == "a text is not UTF-8")
    }
  }

  @Test("More values than are wanted are refused")
  func values() throws {
    let octets = Array(#" {"a":[1,"b",null]} "#.utf8)
    #expect(try JSONParser.value(of: octets[...], most: 5).text == #"{"a":[1,"b",null]}"#)
    let failure = #expect(throws: JSONParser.Failure.self) {
      try JSONParser.value(of: octets[...], most: 4)
    }
    #expect(failure?.complaint == "it has too many values")
    // A part of an array has its own offsets.
    let part = #expect(throws: JSONParser.Failure.self) {
      try JSONParser.value(of: Array("xx[1,?]".utf8)[2...])
    }
    #expect(part?.offset == 3)
    #expect(try JSONParser.value(of: Array("xx[1]yy".utf8)[2..<5]).text == "[1]")
  }

  @Test("The beginning of a value needs no text of the whole")
  func beginning() throws {
    let short = try JSONParser.value(of: Array(#"{"a":[1,"b",null],"c":"d"}"#.utf8))
    #expect(short.beginning(200) == short.text)
    let long = JSONValue.members([
      "a": String(repeating: "x", count: 1_000), "b": JSONValue.array([.null]),
    ])
    #expect(long.beginning(200).hasPrefix(#"{"a":"xxx"#))
    #expect((200..<300).contains(long.beginning(200).utf8.count))
    let many = JSONValue.array(Array(repeating: .string("abc"), count: 100_000))
    #expect(many.beginning(200).hasPrefix(#"["abc","abc""#))
    #expect((200..<1_000).contains(many.beginning(200).utf8.count))
  }

  @Test(
    "What is not JSON is refused with its place",
    arguments: [
      "", "[1,]", "[1", "{\"a\"}", "{\"a\":1,}", "nul", "\"\\x\"", "\"\\ud800\"",
      "\"\\ud800\\u0041\"",
      "\"a", "\"\u{1}\"", "1.5", "1e9", "+1", "99999999999999999999", "[1] 2", "'a'", "\"\\u00g0\"",
      String(repeating: "[", count: 100_000),
    ])
  func refused(_ text: String) {
    #expect(throws: JSONParser.Failure.self) { try JSONParser.value(of: Array(text.utf8)) }
  }

  @Test("Text that is not UTF-8 is refused")
  func notUTF8() {
    #expect(throws: JSONParser.Failure.self) { try JSONParser.value(of: [0x22, 0xFF, 0x22]) }
  }
}
