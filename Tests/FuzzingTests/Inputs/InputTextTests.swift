// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
@testable import Fuzzing
import Testing

@Suite("The text of an input")
struct InputTextTests {
  @Test("An input is read from its text as it was written")
  func roundTrip() {
    let generator = InputGenerator(seed: 11)
    var corpus: [FuzzInput] = []
    for index in 0..<20_000 {
      let input = generator.input(UInt64(index), from: InputPool(corpus))
      #expect(FuzzInput(text: input.text) == input, "\(input.text)")
      if index % 100 == 0 { corpus.append(input) }
    }
  }

  @Test(
    "A repetition is written out, unless it is too long",
    arguments: [
      ("a", 1), ("${3*ab}", 6), ("x${3*ab}$${2*$}y", 11), ("${0*a}", 0), ("${3*}", 5),
      ("${70000*a}", 10), ("${60000*a}${6000*a}b${2*c}", 60_012), ("${", 2),
    ] as [(Octets, Int)])
  func written(text: Octets, count: Int) {
    #expect(text.written.count == count)
    #expect(text.writtenCount == count)
  }

  @Test("Replies, directives, folds and interim responses are parsed")
  func everything() {
    let text: Octets = """
      :proxy
      :close
      :interim 103 Link: x
      HTTP/1.1 407 Who?
      Proxy-Authenticate: Basic
       realm="a"

      :again
      :chunked
      : ICY 200 OK
      X: 

      """
    let input = FuzzInput(text: text)
    #expect(input.replies.count == 2)
    #expect(input.replies[0].server == .proxy)
    #expect(input.replies[0].connection == .close)
    #expect(
      input.replies[0].interim == [.init(status: 103, line: FuzzLine(name: "Link", value: "x"))])
    #expect(input.replies[0].status == 407)
    #expect(input.replies[0].reason == "Who?")
    #expect(input.replies[0].challengeLines == ["Basic\r\n realm=\"a\""])
    #expect(input.replies[1].startsNewRequest)
    #expect(input.replies[1].framing == .chunked)
    #expect(input.replies[1].statusLine == "ICY 200 OK")
    #expect(input.replies[1].status == nil)
    #expect(input.replies[1].lines == [FuzzLine(name: "X", value: "")])
    #expect(input.text == text)
  }

  @Test("Any octets are the text of an input")
  func anyOctets() {
    let random = SeededRandom(seed: 5)
    for _ in 0..<5_000 {
      let octets = (0..<random.below(60)).map { _ in
        random.percent(30) ? random.pick([0x0A, 0x3A, 0x20]) ?? 0 : UInt8(random.below(256))
      }
      let input = FuzzInput(text: Octets(octets))
      #expect(FuzzInput(text: input.text) == input, "\(Octets(octets))")
    }
  }
}
